import { afterEach, describe, expect, test } from 'vitest'
import { messageTemplateRoutes } from '#contract/leads/messages/message-templates.ts'
import { whatsAppRoutes } from '#contract/leads/messages/whatsapp.ts'
import { testConversations } from '../../testing/features/test-conversations.ts'
import { whatsAppBox } from '../../testing/features/test-whatsapp.ts'
import { smsAccount } from '../../testing/sms-account.ts'
import { testApp } from '../../testing/test-app.ts'
import { nextPhone, refusal } from '../../testing/test-leads.ts'
import { waitFor } from '../../testing/wait-for.ts'

/** A Tuesday noon in Israel, on which nothing is quiet. */
const NOON = Date.parse('2026-11-24T10:00:00Z')
const HOUR = 3_600_000
let time = NOON
const sms = await smsAccount()
const meta = await whatsAppBox({ now: () => time })
const it = await testApp({ env: meta.env, now: () => new Date(time), exchange: () => sms.account })
meta.use(it)
const { world, send, write, inState, thread, stateOf, page, add, consent } = testConversations(it, sms)
const { box } = meta
afterEach(() => {
  time = NOON
})

/** A business with a lead, connected with a WhatsApp number. */
async function whatsApp() {
  const at = await world()
  const { account, connection, phone: number } = await meta.connected(at.owner)
  /** The lead writes by WhatsApp. */
  const says = async (text: string, from = at.phone) => {
    const id = await box.receive(account.phoneNumberId, { from, text, name: 'Dana L' })
    return id
  }
  const arrived = (text: string, leadId = at.lead._id) =>
    waitFor(async () => (await thread(at.owner, leadId)).messages.find((one) => one.text === text))
  const templates = async () => (await it.send(messageTemplateRoutes.list, at.owner, {})).body.templates
  const template = async (name: string) => {
    const found = (await templates()).find((one) => one.nameEn === name)
    if (!found) throw new Error(`There is no template ${name}`)
    return found
  }
  const setValues = async (name: string, values: string[], language: 'he' | 'en' = 'he') => {
    const { _id: id } = await template(name)
    const reply = await it.send(messageTemplateRoutes.setValues, at.owner, {
      params: { id },
      body: { language, values },
    })
    return { ...reply, id }
  }
  const leads = async () => (await page(at.owner, { limit: 100 })).body.leads
  return { ...at, leads, account, connection, whatsAppNumber: number, says, arrived, templates, template, setValues }
}
const byWhatsApp = { channel: 'whatsapp', text: 'Hello by WhatsApp' } as const
const outlook = async (owner: Parameters<typeof thread>[0], leadId: string) =>
  (await thread(owner, leadId)).channels.find(({ channel }) => channel === 'whatsapp')

describe('a message by WhatsApp', () => {
  test('comes to the conversation of the lead, is answered within a day, and its ticks follow the reports', async () => {
    const at = await whatsApp()
    expect(await outlook(at.owner, at.lead._id)).toMatchObject({ windowUntil: null, receivesReplies: true })
    await at.says('Is Sunday fine?')
    expect(await at.arrived('Is Sunday fine?')).toMatchObject({
      ...{ direction: 'in', channel: 'whatsapp', address: at.phone, state: 'received' },
    })
    const { windowUntil, sender } = (await outlook(at.owner, at.lead._id)) ?? {}
    expect([windowUntil, sender]).toEqual([new Date(time + 24 * HOUR).toISOString(), at.whatsAppNumber])
    await write(at.owner, at.lead._id, { ...byWhatsApp, text: 'Sunday at ten' })
    await inState(at.owner, at.lead._id, 'delivered', 'Sunday at ten')
    const [message, ...more] = box.to(at.phone)
    expect(more).toEqual([])
    expect(message).toMatchObject({ type: 'text', text: 'Sunday at ten', template: null })
    await at.says('Thanks')
    await at.arrived('Thanks')
    await inState(at.owner, at.lead._id, 'read', 'Sunday at ten')
    expect((await thread(at.owner, at.lead._id)).messages.map(({ channel, text }) => [channel, text])).toEqual([
      ...[
        ['whatsapp', 'Is Sunday fine?'],
        ['whatsapp', 'Sunday at ten'],
        ['whatsapp', 'Thanks'],
      ],
    ])
    expect(meta.errors).toEqual([])
  })

  test('is stored once, however often it is reported, and each report once', async () => {
    const at = await whatsApp()
    const value = {
      metadata: { phone_number_id: at.account.phoneNumberId },
      contacts: [{ profile: { name: 'Dana' }, wa_id: at.phone.slice(1) }],
      messages: [{ from: at.phone.slice(1), id: 'wamid.twice', timestamp: '1', type: 'text', text: { body: 'Once' } }],
    }
    const body = JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [{ id: at.account.wabaId, changes: [{ field: 'messages', value }] }],
    })
    const replies = await Promise.all([1, 2, 3].map(() => meta.hook(at.connection._id, body)))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    await at.arrived('Once')
    await meta.hook(at.connection._id, body)
    await at.says('Last')
    await at.arrived('Last')
    expect((await thread(at.owner, at.lead._id)).messages.map(({ text }) => text)).toEqual(['Once', 'Last'])
  })

  test('of a stranger makes a lead with its name in the chosen campaign, and only there', async () => {
    const at = await whatsApp()
    const stranger = nextPhone()
    await at.says('Hello, a question', stranger)
    const lead = await waitFor(async () => (await at.leads()).find(({ phone }) => phone === stranger))
    expect(lead).toMatchObject({ name: 'Dana L', source: 'whatsapp', campaignId: at.campaignId })
    await at.arrived('Hello, a question', lead._id)
    await at.says('One more', stranger)
    await at.arrived('One more', lead._id)
    expect((await at.leads()).filter(({ phone }) => phone === stranger)).toHaveLength(1)
  })
})

describe('outside the day after the lead wrote', () => {
  test('only templates are sent: words of one’s own are refused before anything is stored', async () => {
    const at = await whatsApp()
    const refused = refusal(await send(at.owner, at.lead._id, byWhatsApp))
    expect(refused).toMatchObject({ status: 409, code: 'whatsapp_window_closed' })
    await at.says('Hello')
    await at.arrived('Hello')
    time += 24 * HOUR + 1_000
    const owner = { ...at.owner, ...(await it.signIn(at.owner.userId)) }
    expect(refusal(await send(owner, at.lead._id, byWhatsApp)).code).toBe('whatsapp_window_closed')
    // Scheduled for a time after the window.
    await at.says('Hello again')
    await waitFor(async () => (await thread(owner, at.lead._id)).messages.length === 2)
    const sendAt = new Date(time + 30 * HOUR).toISOString()
    expect(refusal(await send(owner, at.lead._id, { ...byWhatsApp, sendAt })).code).toBe('whatsapp_window_closed')
    expect((await thread(owner, at.lead._id)).messages.every(({ direction }) => direction === 'in')).toBe(true)
    expect(box.to(at.phone)).toEqual([])
  })

  test('a template goes with the values of the lead, as WhatsApp approved it', async () => {
    const at = await whatsApp()
    const { id: _id, status } = await at.setValues('follow_up', ['{{lead.firstName}}', '{{business.name|us}}'])
    expect(status).toBe(200)
    const template = { _id, language: 'he' } as const
    const written = await write(at.owner, at.lead._id, { channel: 'whatsapp', text: undefined, template })
    expect(written.text).toMatch(/^שלום Dana, תודה שפנית אל .+\. מתי נוח לדבר\?$/)
    await inState(at.owner, at.lead._id, 'delivered')
    expect(box.to(at.phone)).toMatchObject([{ type: 'template', template: 'follow_up', text: written.text }])
  })

  test('a message that Meta takes and then refuses because of the window says so', async () => {
    const at = await whatsApp()
    await at.says('Hello')
    await at.arrived('Hello')
    // Meta's clock is ahead.
    at.account.windows[at.phone.slice(1)] = 0
    await write(at.owner, at.lead._id, byWhatsApp)
    expect(await inState(at.owner, at.lead._id, 'failed')).toMatchObject({
      reason: 'window_closed',
      errorCode: 131_047,
    })
  })
})

describe('templates of WhatsApp', () => {
  test('are read with their states; those that cannot be sent say why, and only they need values', async () => {
    const at = await whatsApp()
    const shown = (await at.templates()).flatMap(({ nameEn, purpose, account, contents }) =>
      account?.he ? [[nameEn, purpose, account.he.state, account.he.obstacle, contents.he !== null]] : [],
    )
    expect(shown).toEqual([
      ['autumn_sale', 'advertising', 'approved', 'values', false],
      ['autumn_sale_short', 'advertising', 'approved', 'unlawful', false],
      ['big_prizes', 'advertising', 'rejected', 'state', false],
      ['follow_up', 'service', 'approved', 'values', false],
      ['offer_ready', 'service', 'approved', 'values', false],
      ['survey', 'service', 'paused', 'state', false],
      ['visit_photo', 'service', 'approved', 'media', false],
      ['visit_tomorrow', 'service', 'pending', 'state', false],
    ])
    const named = await at.setValues('offer_ready', ['{{lead.firstName}}'])
    expect(named.body.template.contents.he?.text).toBe(
      'הצעת המחיר מוכנה\nשלום {{lead.firstName}}, הצעת המחיר מחכה לך. אפשר להשיב כאן על כל שאלה.',
    )
    expect(named.body.template.contents.en).toBeNull()
  })

  test('keep their values when they are read again, and end with those of the account', async () => {
    const at = await whatsApp()
    await at.setValues('survey', ['{{lead.name}}'])
    const survey = at.account.templates.find(({ name }) => name === 'survey')
    if (survey) survey.status = 'APPROVED'
    at.account.templates = at.account.templates.filter(({ name }) => name !== 'follow_up')
    expect((await it.send(whatsAppRoutes.test, at.owner, {})).status).toBe(200)
    expect((await at.template('survey')).contents.he?.text).toBe('שלום {{lead.name}}, איך היה השירות?')
    expect((await at.templates()).map(({ nameEn }) => nameEn)).not.toContain('follow_up')
  })

  test('are not changed here, and take no value with an unknown variable or of another number', async () => {
    const at = await whatsApp()
    const { _id: id } = await at.template('follow_up')
    const removed = await it.send(messageTemplateRoutes.remove, at.owner, { params: { id } })
    expect(refusal(removed)).toMatchObject({ status: 409, code: 'message_template_of_account' })
    expect(refusal(await at.setValues('follow_up', ['{{lead.nam}}', 'x'])).issues).toEqual({
      'values.0': expect.any(String),
    })
    expect((await at.setValues('follow_up', ['x'])).status).toBe(422)
  })

  test('with advertising need consent, and one that WhatsApp paused meanwhile fails with its reason', async () => {
    const at = await whatsApp()
    const { id: _id } = await at.setValues('autumn_sale', ['{{lead.firstName}}'])
    const advertising = { channel: 'whatsapp', purpose: 'advertising', text: undefined } as const
    const byTemplate = { ...advertising, template: { _id, language: 'he' } } as const
    await write(at.owner, at.lead._id, byTemplate)
    expect(await inState(at.owner, at.lead._id, 'failed')).toMatchObject({ reason: 'no_consent' })
    await consent(at.owner, at.lead._id, { channel: 'whatsapp', act: 'given' })
    const sale = at.account.templates.find(({ name }) => name === 'autumn_sale')
    if (sale) sale.status = 'PAUSED'
    const again = await write(at.owner, at.lead._id, byTemplate)
    expect(again.text).toBe('פרסומת\nשלום Dana, עד סוף החודש 10% הנחה.\nלהסרה: להשיב ״הסר״')
    expect(await inState(at.owner, at.lead._id, 'failed')).toMatchObject({
      ...{ reason: 'template_refused', errorCode: 132_015 },
    })
  })
})

describe('a word of withdrawal by WhatsApp', () => {
  test('closes advertising by WhatsApp and by text message at once, and is confirmed there', async () => {
    const at = await whatsApp()
    await at.says('הסר')
    await waitFor(async () => (await stateOf(at.owner, at.lead._id, 'whatsapp')) === 'withdrawn')
    expect(await stateOf(at.owner, at.lead._id, 'sms')).toBe('withdrawn')
    await waitFor(() => box.to(at.phone)[0]?.text.includes('לא יישלחו'))
  })

  test('of a stranger is stored, and makes no lead', async () => {
    const at = await whatsApp()
    const stranger = nextPhone()
    await at.says('STOP', stranger)
    await at.says('The end')
    await at.arrived('The end')
    expect((await at.leads()).filter(({ phone }) => phone === stranger)).toEqual([])
    const lead = await add(at.owner, { campaignId: at.campaignId, phone: stranger })
    expect(await stateOf(at.owner, lead._id, 'whatsapp')).toBe('withdrawn')
  })

  test('or advertising that the person stopped in WhatsApp itself withdraws as well', async () => {
    const at = await whatsApp()
    const phone = '+972524449050'
    const lead = await add(at.owner, { campaignId: at.campaignId, phone })
    const { id: _id } = await at.setValues('autumn_sale', ['{{lead.firstName}}'])
    await consent(at.owner, lead._id, { channel: 'whatsapp', act: 'given' })
    const template = { _id, language: 'he' } as const
    await write(at.owner, lead._id, { channel: 'whatsapp', purpose: 'advertising', text: undefined, template })
    expect(await inState(at.owner, lead._id, 'failed')).toMatchObject({ reason: 'opted_out', errorCode: 131_050 })
    expect(await stateOf(at.owner, lead._id, 'whatsapp')).toBe('withdrawn')
  })
})
