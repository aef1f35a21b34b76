import { describe, expect, test } from 'vitest'
import { leadRoutes } from '#contract/leads/leads.ts'
import type { TemplateChange } from '#contract/notifications/message-templates.ts'
import { notificationSettingRoutes } from '#contract/notifications/notification-settings.ts'
import { invitationRoutes } from '#contract/team/invitations.ts'
import { waitingListRoutes } from '#contract/team/waiting-list.ts'
import { newId } from '../../platform/ids.ts'
import { smsAccount } from '../../testing/sms-account.ts'
import { aPhone, type Credentials, testApp } from '../../testing/test-app.ts'
import { testNotifications } from '../../testing/test-notifications.ts'
import { testSmtp } from '../../testing/test-smtp.ts'
import { waitFor } from '../../testing/wait-for.ts'

const smtp = await testSmtp()
const provider = await smsAccount()
const it = await testApp({
  env: {
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Leadline <leads@leadline.test>',
    PUBLIC_URL: 'https://leads.example.test',
    DEMO: '1',
  },
  exchange: () => provider.account,
})
const { send, newBusiness } = it
const { listOf, received, sendLead, sent, changes } = testNotifications(it)
const { changeBusiness, changeTemplate, templates } = notificationSettingRoutes

const settle = async (as: Credentials, body: object) => {
  const reply = await send(changeBusiness, as, { body })
  return { status: reply.status, settings: reply.body.settings, issues: (reply.body as { issues?: unknown }).issues }
}
const word = async (as: Credentials, body: TemplateChange) => {
  const reply = await send(changeTemplate, as, { body })
  return { status: reply.status, template: reply.body.template, issues: (reply.body as { issues?: unknown }).issues }
}
const leadMail = { name: 'receiving_a_lead', channel: 'mail', language: 'he' } as const
const leadSms = { ...leadMail, channel: 'sms' } as const

describe('default audiences', () => {
  test('apply until an Owner changes them', async () => {
    const owner = await (await newBusiness()).member('Owner')
    const { body } = await send(notificationSettingRoutes.business, owner, {})
    expect(body.settings).toMatchObject({ quiet: null, mailName: null, smsSender: null })
    expect(body.settings.events).toEqual([
      { event: 'receiving_a_lead', app: ['owners', 'people'], mail: ['listed'], sms: ['listed'] },
      { event: 'repeat_enquiry', app: ['owners', 'people'], mail: ['listed'], sms: ['listed'] },
      { event: 'missed_call', app: ['owners', 'people'], mail: ['listed'], sms: ['listed'] },
      { event: 'follow_up_due', app: ['person'], mail: [], sms: [] },
      { event: 'meeting_answered', app: ['person'], mail: [], sms: [] },
      { event: 'meeting_booked', app: ['person'], mail: [], sms: [] },
      { event: 'meeting_soon', app: ['person'], mail: [], sms: [] },
      { event: 'mention', app: ['person'], mail: [], sms: [] },
      { event: 'message_received', app: ['person'], mail: [], sms: [] },
      { event: 'lead_assigned', app: ['person'], mail: [], sms: [] },
      { event: 'response_late', app: ['person'], mail: [], sms: [] },
      { event: 'automation_notice', app: ['person'], mail: [], sms: [] },
      { event: 'shifts_published', app: ['person'], mail: [], sms: [] },
      { event: 'shift_swap_asked', app: ['person'], mail: [], sms: [] },
      { event: 'shift_swap_accepted', app: ['owners'], mail: [], sms: [] },
      { event: 'shift_swap_approved', app: ['person'], mail: [], sms: [] },
      { event: 'shift_swap_declined', app: ['person'], mail: [], sms: [] },
      { event: 'shift_swap_undone', app: ['person'], mail: [], sms: [] },
      { event: 'invitation_accepted', app: ['owners'], mail: [], sms: [] },
      { event: 'invitation_asked', app: ['owners'], mail: ['owners'], sms: [] },
      { event: 'join_asked', app: ['owners'], mail: ['owners'], sms: [] },
      { event: 'member_limited', app: ['owners'], mail: [], sms: [] },
      { event: 'number_silent', app: ['owners'], mail: [], sms: [] },
      { event: 'automation_failing', app: ['owners'], mail: [], sms: [] },
      ...[
        'webhook_paused',
        'missed_digest',
        'number_quiet',
        'number_test_failed',
        'number_hole',
        'form_quiet',
        'campaign_quiet',
        'phone_unanswered',
        'telephony_cap',
        'telephony_credit',
      ].map((event) => ({
        ...{ event, app: ['owners'], mail: ['owners'], sms: [] },
      })),
    ])
  })

  test('notify Owners, the campaign’s members or the assignee, in the app and by mail', async () => {
    const business = await newBusiness()
    const { businessId, campaignId } = business
    const owner = await business.member('Owner')
    const [writer, colleague] = [
      await business.member('Writer', [campaignId]),
      await business.member('Writer', [campaignId]),
    ]
    const { settings } = await settle(owner, {
      events: [{ event: 'receiving_a_lead', app: ['assigned'], mail: ['owners', 'assigned'], sms: [] }],
    })
    expect(settings.events[0]).toEqual({
      event: 'receiving_a_lead',
      app: ['assigned'],
      mail: ['owners', 'assigned'],
      sms: [],
    })
    const other = await business.member('Owner')
    const made = await send(leadRoutes.create, other, {
      body: { name: 'Dana', phone: aPhone(), campaignId, assignedTo: writer.userId } as never,
    })
    expect(made.status).toBe(201)
    await received(writer, 1)
    expect([await listOf(owner), await listOf(colleague)]).toEqual([[], []])
    expect((await sent(businessId, 2)).map(({ recipient }) => recipient).sort()).toEqual(
      [owner.email, writer.email].sort(),
    )
  })

  test('exclude listed addresses where the business removed that audience', async () => {
    const business = await newBusiness()
    const { businessId } = business
    const [owner, listed] = [await business.member('Owner'), `${newId()}@example.test`]
    const campaignId = await business.campaign({ email_notifications: [listed] })
    await settle(owner, { events: [{ event: 'receiving_a_lead', app: ['owners'], mail: [], sms: [] }] })
    const key = await business.apiKey()
    const phone = aPhone()
    for (const _ of [1, 2]) await send(leadRoutes.create, key, { body: { name: 'Dana', phone, campaignId } as never })
    // The repeat enquiry caused a notification; the first enquiry did not.
    const [one, ...others] = await sent(businessId, 1)
    expect([one?.recipient, one?.subject, others]).toEqual([listed, expect.stringContaining('פנייה חוזרת'), []])
    await sendLead(key, { campaignId })
    await received(owner, 3)
  })

  test('send events of the team to Owners, by mail only if switched on', async () => {
    const business = await newBusiness()
    const { businessId } = business
    const [owner, other, silent] = [
      await business.member('Owner'),
      await business.member('Owner'),
      await business.member('Owner'),
    ]
    await settle(owner, { events: [{ event: 'join_asked', app: [], mail: [], sms: ['owners'] }] })
    const choose = (as: Credentials, isOn: boolean) => {
      const choice = { app: isOn, popup: true, push: true, mail: isOn, sms: true, onlyMine: false }
      return send(notificationSettingRoutes.changeOwn, as, { body: { events: [{ event: 'join_asked', choice }] } })
    }
    await choose(other, true)
    await choose(silent, false)
    const { body } = await send(waitingListRoutes.changeLink, owner, { body: { isEnabled: true } })
    const key = body.link?.url.split('/').at(-1) ?? ''
    await send(waitingListRoutes.ask, await it.person(), { params: { key }, body: {} })
    await received(other, 1)
    expect([await listOf(owner), await listOf(silent)]).toEqual([[], []])
    // The event does not support SMS, regardless of the settings.
    expect((await sent(businessId, 1)).map(({ channel, recipient }) => [channel, recipient])).toEqual([
      ['mail', other.email],
    ])
  })
})

describe('sender names', () => {
  test('appear in the mail and the SMS of the business, and of no other', async () => {
    const business = await newBusiness()
    const [owner, to, phone] = [await business.member('Owner'), `${newId()}@example.test`, aPhone()]
    const campaignId = await business.campaign({ email_notifications: [to], sms_notifications: [phone] })
    expect((await settle(owner, { mailName: 'אלון שיפוצים', smsSender: 'Alon Ltd' })).status).toBe(200)
    await sendLead(await business.apiKey(), { campaignId })
    const [mail] = await waitFor(() => smtp.to(to).length > 0 && smtp.to(to))
    expect(mail?.headers.from).toBe(
      `=?UTF-8?B?${Buffer.from('אלון שיפוצים').toString('base64')}?= <leads@leadline.test>`,
    )
    const [sms] = await waitFor(() => provider.to(phone).length > 0 && provider.to(phone))
    expect(sms?.from).toBe('Alon Ltd')
    const another = await newBusiness()
    const there = `${newId()}@example.test`
    await sendLead(await another.apiKey(), {
      campaignId: await another.campaign({ email_notifications: [there] }),
    })
    const [plain] = await waitFor(() => smtp.to(there).length > 0 && smtp.to(there))
    expect(plain?.headers.from).toBe('Leadline <leads@leadline.test>')
  })

  test.each([
    ['mailName', 'Alon <x@y.test>'],
    ['mailName', 'Leadline Support'],
    ['smsSender', 'TwelveLetter'],
    ['smsSender', 'אלון'],
    ['smsSender', '12345'],
    ['smsSender', 'Alon\r\nBcc'],
    ['smsSender', 'leadline'],
  ])('%s is not %s', async (field, value) => {
    const owner = await (await newBusiness()).member('Owner')
    const { status, issues } = await settle(owner, { [field]: value })
    expect([status, issues]).toMatchObject([422, [{ path: field }]])
  })

  test('a line break in a name does not break the header', async () => {
    const owner = await (await newBusiness()).member('Owner')
    const { settings } = await settle(owner, { mailName: 'Alon\r\nBcc: x' })
    expect(settings).toBeUndefined()
    expect((await settle(owner, { mailName: 'Alon\r\nand Sons' })).settings.mailName).toBe('Alon and Sons')
  })
})

describe('own templates', () => {
  test('are sent with their values, escaped, until they are reset', async () => {
    const business = await newBusiness()
    const [owner, to, phone] = [await business.member('Owner'), `${newId()}@example.test`, aPhone()]
    const campaignId = await business.campaign({
      name: 'מטבחים',
      email_notifications: [to],
      sms_notifications: [phone],
    })
    const content = { subject: 'חדש! {{name}} ({{campaign}})', text: 'לחזור אל {{ name }}\n<b>מיד</b>' }
    expect((await word(owner, { ...leadMail, content })).template).toMatchObject({ isOwn: true, content })
    await word(owner, { ...leadSms, content: { subject: null, text: '{{name}}: {{phone}} {{link}}' } })
    const key = await business.apiKey()
    const lead = await sendLead(key, { campaignId, name: 'Dana {{link}} <i>' })
    const [mail] = await waitFor(() => smtp.to(to).length > 0 && smtp.to(to))
    expect(mail?.subject).toBe('חדש! Dana {{link}} <i> (מטבחים)')
    expect(mail?.html).toContain('לחזור אל Dana {{link}} &lt;i&gt;<br>&lt;b&gt;מיד&lt;/b&gt;')
    expect(mail?.html, 'nor in the heading and the facts').not.toContain('<i>')
    const [sms] = await waitFor(() => provider.to(phone).length > 0 && provider.to(phone))
    const link = `https://leads.example.test/b/${business.businessId}/c/${campaignId}/leads/${lead._id}`
    // The address is not a member's, so the unsubscribe link follows the text.
    expect(sms?.body.split('\n')[0]).toBe(`Dana {{link}} <i>: \u200e${lead.phone} ${link}`)
    const back = await word(owner, { ...leadMail, content: null })
    expect(back.template).toMatchObject({ isOwn: false, content: { subject: '{{title}} · {{campaign}}', text: '' } })
    await sendLead(key, { campaignId, name: 'Noa' })
    const [, second] = await waitFor(() => smtp.to(to).length > 1 && smtp.to(to))
    expect(second?.subject).toBe('ליד חדש: Noa · מטבחים')
  })

  test('apply to invitations and to decisions about join requests', async () => {
    const business = await newBusiness()
    const [owner, phone] = [await business.member('Owner'), aPhone()]
    const invitation = { name: 'invitation', channel: 'sms', language: 'en' } as const
    await word(owner, { ...invitation, content: { subject: null, text: 'Join {{business}}: {{link}}' } })
    await word(owner, {
      name: 'join_declined',
      channel: 'mail',
      language: 'en',
      content: { subject: 'Sorry', text: 'Not now.' },
    })
    await send(invitationRoutes.create, owner, {
      body: { recipients: [phone], role: 'Reader', language: 'en' } as never,
    })
    const [sms] = await waitFor(() => provider.to(phone).length > 0 && provider.to(phone))
    expect(sms?.body).toMatch(/^Join .+: https:\/\/leads\.example\.test\/i\/[\w-]{43}$/)
    const { body } = await send(waitingListRoutes.changeLink, owner, { body: { isEnabled: true } })
    const asking = await it.person()
    const key = body.link?.url.split('/').at(-1) ?? ''
    const asked = await send(waitingListRoutes.ask, asking, { params: { key }, body: {} as never })
    await send(waitingListRoutes.decline, owner, { body: { ids: [asked.body.request._id] } as never })
    const [mail] = await waitFor(() => smtp.to(asking.email).length > 0 && smtp.to(asking.email))
    expect([mail?.subject, mail?.text.includes('Not now.')]).toEqual(['Sorry', true])
  })

  test.each([
    ['a value that is not there', leadMail, { subject: '{{name}}', text: '{{code}}' }, 'content.text'],
    ['a value of another template', leadMail, { subject: '{{inviter}}', text: '' }, 'content.subject'],
    ['the link in a mail, which has a button', leadMail, { subject: 'x', text: '{{link}}' }, 'content.text'],
    ['braces that are not closed', leadMail, { subject: 'x', text: 'Hello {{name' }, 'content.text'],
    ['no subject', leadMail, { subject: ' ', text: 'x' }, 'content.subject'],
    ['no text in an SMS', leadSms, { subject: null, text: ' ' }, 'content.text'],
    ['an SMS of very many parts', leadSms, { subject: null, text: 'x'.repeat(481) }, 'content.text'],
    [
      'an invitation without its link',
      { ...leadSms, name: 'invitation' as const },
      { subject: null, text: 'Come' },
      'content.text',
    ],
    [
      'an SMS where there is none',
      { ...leadSms, name: 'join_approved' as const },
      { subject: null, text: 'x' },
      'channel',
    ],
  ])('%s is refused', async (_, which, content, path) => {
    const owner = await (await newBusiness()).member('Owner')
    const { status, issues } = await word(owner, { ...which, content })
    expect([status, issues]).toMatchObject([422, [{ path }]])
  })

  test('have examples in their own language, as long as real ones', async () => {
    const owner = await (await newBusiness()).member('Owner')
    const { body } = await send(templates, owner, {})
    expect(body.templates.map(({ name, channel, language }) => `${name} ${channel} ${language}`)).toHaveLength(20)
    const find = (language: 'he' | 'en', channel: 'mail' | 'sms') =>
      body.templates.find((one) => one.name === 'missed_call' && one.channel === channel && one.language === language)
    expect(find('he', 'sms')?.examples).toMatchObject({ name: 'דנה לוי', status: 'לא נענתה' })
    expect(find('en', 'sms')?.examples.title).toBe('Missed call: Dana Levi, +972724441234')
    expect(find('en', 'sms')?.examples.link).toMatch(
      /^https:\/\/leads\.example\.test\/b\/[\da-f-]{36}\/c\/[\da-f-]{36}\/leads\/[\da-f-]{36}$/,
    )
    expect(find('en', 'mail')?.frame).toMatchObject({ heading: 'Missed call: Dana Levi', action: 'Open the lead' })
    expect(find('he', 'sms')?.frame).toBeNull()
  })
})

test('changes of an Owner are logged; texts are stored apart, where they can be erased', async () => {
  const business = await newBusiness()
  const owner = await business.member('Owner')
  await settle(owner, {
    mailName: 'Alon',
    quiet: { from: '22:00', to: '07:00' },
    events: [{ event: 'join_asked', app: ['owners'], mail: [], sms: [] }],
  })
  await settle(owner, { mailName: 'Alon' })
  await word(owner, { ...leadSms, content: { subject: null, text: 'Call Dana' } })
  await word(owner, { ...leadSms, content: { subject: null, text: 'Call Dana' } })
  const [one, two, ...others] = await changes(business.businessId)
  expect(others).toEqual([])
  expect(one?.payload).toMatchObject({
    changes: {
      mailName: [null, 'Alon'],
      quiet: [null, { from: '22:00', to: '07:00' }],
      join_asked: [
        { app: ['owners'], mail: ['owners'], sms: [] },
        { app: ['owners'], mail: [], sms: [] },
      ],
    },
  })
  expect(one?.payload).not.toHaveProperty('userId')
  expect(two).toMatchObject({
    payload: { changes: { 'template receiving_a_lead sms he': ['standard', 'own'] } },
    personal: { after: { subject: null, text: 'Call Dana' } },
  })
  expect(JSON.stringify(two?.payload)).not.toContain('Dana')
})
