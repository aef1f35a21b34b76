import { beforeAll, describe, expect, test } from 'vitest'
import { blacklistRoutes } from '#contract/blacklist/blacklist.ts'
import { businessRoutes } from '#contract/businesses.ts'
import { callRoutes } from '#contract/calls/calls.ts'
import { softphoneRoutes } from '#contract/calls/softphone.ts'
import { campaignRoutes } from '#contract/campaigns.ts'
import { formRoutes } from '#contract/forms.ts'
import { leadCallRoutes } from '#contract/leads/lead-calls.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { operationRoutes } from '#contract/leads/operations.ts'
import { notificationRoutes } from '#contract/notifications/notifications.ts'
import { maskEmail, maskPhone } from '#contract/values/masks.ts'
import { testSavedViews } from '../../../testing/features/test-saved-views.ts'
import { aPhone, type Credentials, testApp } from '../../../testing/test-app.ts'
import { testCalls } from '../../../testing/test-calls.ts'
import { testForms } from '../../../testing/test-forms.ts'
import { refusal, testLeads } from '../../../testing/test-leads.ts'
import { testSmtp } from '../../../testing/test-smtp.ts'
import { openStream } from '../../../testing/test-stream.ts'
import { waitFor } from '../../../testing/wait-for.ts'

const [PHONE, EMAIL, SHOWN_PHONE, SHOWN_EMAIL] = ['+972541237788', 'dana@alon.example', '05•-•••-7788', 'd•••@•••']
/** Parts of the contacts, in any format, that no text may contain. */
const secrets = /541237788|54-123|alon\.example|dana@/

const smtp = await testSmtp()
const it = await testApp({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'Leadline <leads@leadline.test>', DEMO: '1' } })
const base = await it.listen()
const leads = testLeads(it)

/**
 * Creates a business with masked contacts, a member who sees masks in a campaign, and a lead in it that an API key
 * sent.
 */
async function world() {
  const business = await it.newBusiness()
  const { campaignId } = business
  const owner = await business.member('Owner')
  const [partner, worker] = [
    await business.member('Affiliate', [campaignId]),
    await business.member('Lead', [campaignId]),
  ]
  const reply = await it.send(businessRoutes.change, owner, { body: { masksContacts: true } })
  expect(reply.body.business.masksContacts).toBe(true)
  const sent = { name: 'Dana Levi', phone: PHONE, email: EMAIL, campaignId }
  const lead = (await leads.take(await business.apiKey(), sent)).body.lead
  return { ...business, owner, partner, worker, lead }
}
type World = Awaited<ReturnType<typeof world>>
let shared: World
beforeAll(async () => {
  shared = await world()
})

const contactOf = ({ phone, email }: { phone: string | null; email: string | null }) => [phone, email]
const totalOf = async (as: Partial<Credentials>, query: object) => {
  const { status, body } = await leads.page(as, query as never)
  expect(status, JSON.stringify(body)).toBe(200)
  expect(JSON.stringify(body)).not.toMatch(as === shared.partner ? secrets : /$^/)
  return body.pagination.total
}

test.each([
  ['+972541234567', '05•-•••-4567'],
  ['+97235551234', '0•-•••-1234'],
  ['+972721234567', '0•-•••-4567'],
  ['+14155550123', '+•••••-0123'],
  ['+1234567', '•••••'],
])('%s is shown as %s', (phone, shown) => expect(maskPhone(phone)).toBe(shown))
test('one letter of an e-mail is shown', () => expect(maskEmail('dana@alon.example')).toBe('d•••@•••'))

test('the list, the lead and its history show masks to a partner and full contacts to others', async () => {
  const { partner, worker, owner, lead, campaignId } = shared
  for (const [as, expected] of [
    [partner, [SHOWN_PHONE, SHOWN_EMAIL]],
    [worker, [PHONE, EMAIL]],
    [owner, [PHONE, EMAIL]],
  ] as const) {
    const [listed] = (await leads.page(as, { campaignId })).body.leads
    expect(contactOf(listed as never)).toEqual(expected)
    const { body } = await leads.get(as, lead._id)
    expect(contactOf(body.lead)).toEqual(expected)
    expect(body.lead.enquiries[0]?.raw === null).toBe(as === partner)
  }
  await leads.change(owner, lead._id, { phone: '+972541237799', email: 'dana@other.example' })
  await leads.change(owner, lead._id, { phone: PHONE, email: EMAIL })
  const { body } = await leads.history(partner, lead._id)
  expect(JSON.stringify(body)).not.toMatch(secrets)
  expect(body.history[0]?.changes).toEqual({
    phone: ['05•-•••-7799', SHOWN_PHONE],
    email: [SHOWN_EMAIL, SHOWN_EMAIL],
  })
})

describe('a partner cannot find out a phone or an e-mail', () => {
  test('by searching: only the last four digits, which the mask shows, match', async () => {
    const { partner, worker } = shared
    for (const [search, ofPartner] of [
      ['054-123-7788', 0],
      [PHONE, 0],
      ['05412', 0],
      ['1237788', 0],
      ['054', 0],
      ['0541', 0],
      ['7788', 1],
      ['alon.example', 0],
      ['dana@', 0],
      ['Dana', 1],
    ] as const) {
      expect([search, await totalOf(worker, { search })]).toEqual([search, 1])
      expect([search, await totalOf(partner, { search })]).toEqual([search, ofPartner])
    }
  })

  test('by a filter or an operation on all matching leads', async () => {
    const { partner, worker } = shared
    for (const rule of [
      { field: 'phone', op: 'is', value: PHONE },
      { field: 'phone', op: 'contains', value: '54123' },
      { field: 'email', op: 'contains', value: 'alon' },
    ]) {
      const filters = { where: { all: [rule] } }
      expect(await totalOf(worker, { filters })).toBe(1)
      expect(await totalOf(partner, { filters })).toBe(0)
      const body = { action: { kind: 'tag', add: ['Known'] }, all: true, filters }
      const done = await it.send(operationRoutes.create, partner, { body: body as never })
      expect(done.body.operation.total).toBe(0)
    }
    for (const search of ['54123', 'alon.example', 'dana@']) {
      const body = { action: { kind: 'tag', add: ['Known'] }, all: true, search }
      expect((await it.send(operationRoutes.create, partner, { body: body as never })).body.operation.total).toBe(0)
    }
  })

  test('by looking up duplicates', async () => {
    const ask = async (as: Partial<Credentials>) =>
      (await it.send(leadRoutes.duplicates, as, { query: { phone: PHONE } })).body.leads
    expect(await ask(shared.worker)).toHaveLength(1)
    expect(await ask(shared.partner)).toEqual([])
  })
})

test('a mask sent back changes nothing, and only the member who entered a lead changes its contacts', async () => {
  const { partner, owner, lead } = await world()
  const seen = { phone: SHOWN_PHONE, email: SHOWN_EMAIL }
  const changed = await leads.change(partner, lead._id, { name: 'Dana Katz', ...seen, expected: seen })
  expect(changed.status, JSON.stringify(changed.body)).toBe(200)
  expect(changed.body.lead).toMatchObject({ name: 'Dana Katz', ...seen })
  expect((await leads.get(owner, lead._id)).body.lead).toMatchObject({ phone: PHONE, email: EMAIL })
  for (const changes of [{ phone: '054-123-9999' }, { phone: PHONE, name: 'Dana' }, { email: null }]) {
    const refused = await leads.change(partner, lead._id, { ...changes, expected: seen })
    expect(refusal(refused)).toMatchObject({ status: 403, code: 'contact_kept' })
  }
  const stale = await leads.change(partner, lead._id, { name: 'Dana', expected: { name: 'Dana Katz', phone: PHONE } })
  expect(stale.status).toBe(200)
  const forged = await leads.change(owner, lead._id, { email: SHOWN_EMAIL })
  expect(refusal(forged).issues).toEqual({ email: expect.any(String) })
  const sent = await leads.take(partner, { name: 'Noa', phone: '0541231111', campaignId: lead.campaignId })
  expect([sent.status, sent.body.lead.phone]).toEqual([201, '05•-•••-1111'])
  const own = sent.body.lead._id
  const corrected = await leads.change(partner, own, { phone: '054-123-9999', email: 'noa@new.example' })
  expect(contactOf(corrected.body.lead)).toEqual(['05•-•••-9999', 'n•••@•••'])
  expect(contactOf((await leads.get(owner, own)).body.lead)).toEqual(['+972541239999', 'noa@new.example'])
  const late = await leads.change(partner, own, { phone: '0541230000', expected: { phone: '05•-•••-1111' } })
  expect(refusal(late)).toMatchObject({ status: 409, code: 'changed_meanwhile' })
  const current = { phone: '05•-•••-9999' }
  expect((await leads.change(partner, own, { phone: '0541230000', expected: current })).status).toBe(200)
})

test('a member changes contacts at most twenty times a day, unchanged values included', async () => {
  const { partner, owner, campaignId, member } = await world()
  const own = (await leads.take(partner, { name: 'Noa', phone: '0541231111', campaignId })).body.lead._id
  const phones = Array.from({ length: 21 }, (_, i) => `+9725412322${String(i % 3).padStart(2, '0')}`)
  const statuses: number[] = []
  for (const phone of phones) statuses.push((await leads.change(partner, own, { phone })).status)
  expect(statuses).toEqual([...Array(20).fill(200), 429])
  expect((await leads.change(partner, own, { name: 'Noa Katz' })).status).toBe(200)
  expect((await leads.change(owner, own, { phone: '+972541232299' })).status).toBe(200)
  const other = await member('Affiliate', [campaignId])
  const theirs = (await leads.take(other, { name: 'Gil', phone: '0541231112', campaignId })).body.lead._id
  expect((await leads.change(other, theirs, { phone: '0541231113' })).status).toBe(200)
})

test('a partner’s entry always creates a lead; others see it as a duplicate, and repeat enquiries join the first', async () => {
  const { partner, worker, lead, campaignId, apiKey } = await world()
  const entered = await leads.take(partner, { name: 'Noa', phone: PHONE, campaignId })
  expect([entered.status, entered.body.duplicate, entered.body.lead.isDuplicate]).toEqual([201, false, false])
  const marks = async (as: Partial<Credentials>) =>
    (await leads.page(as, { campaignId })).body.leads.map(({ name, isDuplicate }) => [name, isDuplicate])
  expect(await marks(worker)).toEqual([
    ['Noa', true],
    ['Dana Levi', true],
  ])
  expect(await marks(partner)).toEqual([
    ['Noa', false],
    ['Dana Levi', false],
  ])
  const again = await leads.take(await apiKey(['leads:write', 'leads:read']), { phone: PHONE, campaignId })
  expect([again.status, again.body.lead._id]).toEqual([200, lead._id])
})

test('four digits find no phone whose end the mask hides', async () => {
  const { partner, worker, campaignId, apiKey } = await world()
  await leads.take(await apiKey(), { name: 'Niue', phone: '+6834002', campaignId })
  expect(await totalOf(worker, { search: '4002' })).toBe(1)
  expect(await totalOf(partner, { search: '4002' })).toBe(0)
})

test('calls, their export, the ringing caller and the blacklist show masks', async () => {
  const business = await world()
  const { partner, owner, lead, campaignId, letHear } = business
  const { call } = await testCalls(it, business)
  const plan = JSON.stringify({ steps: [{ legs: [{ kind: 'softphone', userId: partner.userId }] }] })
  const id = await call({ caller: PHONE, lead_id: lead._id, answered_by: partner.userId, plan })
  const params = { params: { id } }
  await letHear(partner, [campaignId])
  const ways = async (as: Partial<Credentials>) => [
    (await it.send(callRoutes.get, as, params)).body.call.caller,
    (await it.send(callRoutes.ofLead, as, { params: { id: lead._id } })).body.calls[0]?.caller,
    (await it.send(leadCallRoutes.last, as, { query: { leadIds: lead._id } })).body.calls[0]?.caller,
    (await it.send(callRoutes.list, as, { query: {} })).body.calls[0]?.caller,
    (await it.send(callRoutes.list, as, { query: { search: '7788' } })).body.calls[0]?.caller,
  ]
  expect(await ways(partner)).toEqual(Array(5).fill(SHOWN_PHONE))
  expect(await ways(owner)).toEqual(Array(5).fill(PHONE))
  for (const search of ['054123', PHONE, 'dana@'])
    expect((await it.send(callRoutes.list, partner, { query: { search } })).body.calls).toEqual([])
  expect((await it.send(softphoneRoutes.ringing, partner, params)).body.call.caller).toBe(SHOWN_PHONE)
  const { url } = (await it.send(callRoutes.exportLink, partner, { body: {} })).body
  const file = (await it.app.inject({ url, headers: { host: 'localhost' } })).body
  expect(file).toContain(SHOWN_PHONE)
  expect(file).not.toMatch(secrets)
  const body = { scope: 'campaign', reason: 'x' } as const
  expect((await it.send(blacklistRoutes.ofLead, partner, { params: { id: lead._id }, body })).status).toBe(403)
  expect((await it.send(blacklistRoutes.create, partner, { body: { phone: PHONE, campaignId } })).status).toBe(403)
  expect((await it.send(blacklistRoutes.create, partner, { body: { kind: 'withheld', campaignId } })).status).toBe(201)
  await it.send(blacklistRoutes.ofCall, partner, { ...params, body })
  const blocked = async (as: Partial<Credentials>, query = {}) =>
    (await it.send(blacklistRoutes.list, as, { query })).body.entries.map(({ phone }) => phone)
  expect([await blocked(partner), await blocked(owner)]).toEqual([
    [SHOWN_PHONE, null],
    [PHONE, null],
  ])
  expect([await blocked(partner, { search: '054123' }), await blocked(owner, { search: '054123' })]).toEqual([
    [],
    [PHONE],
  ])
})

test('notifications, mails, text messages and form submissions show masks', async () => {
  const { partner, owner, campaignId, apiKey } = await world()
  const key = await apiKey()
  const addresses = { emailNotifications: [partner.email, owner.email], smsNotifications: [aPhone(), aPhone()] }
  for (const [i, { userId }] of [partner, owner].entries())
    await it.deps.tenants.pool
      .updateTable('users')
      .set({ phone: addresses.smsNotifications[i] ?? '', phone_verified_at: new Date().toISOString() })
      .where('id', '=', userId)
      .execute()
  await it.send(campaignRoutes.change, owner, { params: { id: campaignId }, body: addresses })
  const stream = await openStream(base, partner.authorization)
  await stream.heard('ready')
  const form = await testForms(it).make(owner, campaignId)
  await leads.add(key, { name: '', phone: PHONE, email: EMAIL, campaignId })
  await stream.heard('notification')
  const list = async (as: Partial<Credentials>) => (await it.send(notificationRoutes.list, as, { query: {} })).body.data
  const read = await list(partner)
  expect(read.map(({ content }) => (content as { leadPhone: string }).leadPhone)).toEqual(read.map(() => SHOWN_PHONE))
  expect(stream.notifications()[0].content.leadPhone).toBe(SHOWN_PHONE)
  expect(JSON.stringify([read, stream.events])).not.toMatch(secrets)
  const mail = await waitFor(() => smtp.mails.find(({ to }) => to.includes(partner.email)))
  expect([mail.text.includes(SHOWN_PHONE), secrets.test(mail.text)]).toEqual([true, false])
  const clear = await waitFor(() => smtp.mails.find(({ to }) => to.includes(owner.email)))
  expect(clear.text).toContain(PHONE)
  const texts = await Promise.all(
    addresses.smsNotifications.map((phone) =>
      waitFor(() =>
        it.deps.workerDb.selectFrom('messages').select('body').where('recipient', '=', phone).executeTakeFirst(),
      ),
    ),
  )
  expect(texts.map(({ body }) => [body?.includes(SHOWN_PHONE.slice(-4)), secrets.test(body ?? '')])).toEqual([
    [true, false],
    [true, true],
  ])
  const payloads = await it.send(formRoutes.payloads, partner, { params: { id: form._id } })
  expect(payloads.body.payloads.every(({ raw }) => raw === '')).toBe(true)
})

test('a mail to an address that a partner has not proved shows masks, too', async () => {
  const { partner, owner, campaignId, apiKey, confirm } = await world()
  const { email, userId } = partner
  await it.deps.tenants.pool.updateTable('users').set({ email_verified_at: null }).where('id', '=', userId).execute()
  await it.send(campaignRoutes.change, owner, { params: { id: campaignId }, body: { emailNotifications: [email] } })
  await confirm('mail', [email])
  await leads.add(await apiKey(), { name: 'Noa', phone: PHONE, email: EMAIL, campaignId })
  const mail = await waitFor(() => smtp.mails.find(({ to, text }) => to.includes(email) && text.includes('7788')))
  expect([mail.text.includes(SHOWN_PHONE), secrets.test(mail.text)]).toEqual([true, false])
})

describe('a partner cannot lift the masks', () => {
  test('an Affiliate of one campaign sees masks in all campaigns, and cannot change that', async () => {
    const { campaignId, campaign, member, owner, apiKey } = await world()
    const second = await campaign()
    const both = await member('Writer', { [campaignId]: 'Affiliate', [second]: 'Lead' })
    const lead = (await leads.take(await apiKey(), { name: 'Noa', phone: PHONE, campaignId: second })).body.lead
    expect((await leads.get(both, lead._id)).body.lead.phone).toBe(SHOWN_PHONE)
    const asLead = { members: [{ userId: both.userId, role: 'Lead' as const }] }
    const raised = await it.send(campaignRoutes.change, both, { params: { id: campaignId }, body: asLead })
    expect(refusal(raised)).toMatchObject({ status: 403, code: 'own_membership' })
    const moved = { leads: 'move' as const, to: second }
    const left = await it.send(campaignRoutes.remove, both, { params: { id: campaignId }, body: moved })
    expect(refusal(left)).toMatchObject({ status: 403, code: 'forbidden' })
    await it.send(businessRoutes.change, owner, { body: { masksContacts: false } })
    expect((await leads.get(both, lead._id)).body.lead.phone).toBe(PHONE)
  })

  test('an Owner or an Admin who was one before sees full contacts', async () => {
    const { member, campaignId, lead } = shared
    for (const role of ['Owner', 'Admin'] as const) {
      const promoted = await member(role, { [campaignId]: 'Affiliate' })
      expect(contactOf((await leads.get(promoted, lead._id)).body.lead)).toEqual([PHONE, EMAIL])
    }
  })

  test('and cannot have lead mails sent to unknown addresses', async () => {
    const { campaignId, partner, worker } = await world()
    const tell = (emailNotifications: string[]) =>
      it.send(campaignRoutes.change, partner, { params: { id: campaignId }, body: { emailNotifications } })
    expect(refusal(await tell(['elsewhere@example.test']))).toMatchObject({ status: 403, code: 'forbidden' })
    expect((await tell([worker.email, partner.email])).status).toBe(200)
    const made = { name: 'Own campaign', emailNotifications: ['elsewhere@example.test'] }
    expect((await it.send(campaignRoutes.create, partner, { body: made })).status).toBe(403)
  })
})

test('a partner does not get shared views that hold a contact; others do', async () => {
  const { owner, partner, worker } = await world()
  const views = testSavedViews(it)
  const looking = (values: object) => ({ isShared: true, query: { look: 'table', ...values } })
  const condition = (field: string, value: string) => ({
    filters: { where: { all: [{ field, op: 'contains', value }] } },
  })
  await views.saved(owner, 'By phone', looking({ search: '054-123 7788' }))
  await views.saved(owner, 'By address', looking({ search: 'dana@' }))
  await views.saved(owner, 'By condition', looking(condition('email', 'dana')))
  await views.saved(owner, 'Of 0541237788', looking({}))
  await views.saved(owner, 'By name', looking({ search: 'Dana' }))
  await views.saved(owner, 'By ending', looking({ search: '7788' }))
  await views.saved(owner, 'By source', looking(condition('utmSource', 'google')))
  await views.saved(partner, 'Typed', { query: { look: 'table', search: PHONE } })
  expect(await views.names(worker)).toHaveLength(7)
  expect(await views.names(partner)).toEqual(['By name', 'By ending', 'By source', 'Typed'])
})
