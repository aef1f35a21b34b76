import { afterEach, expect, test } from 'vitest'
import { blacklistRoutes } from '#contract/blacklist/blacklist.ts'
import { callRoutes } from '#contract/calls/calls.ts'
import { dashboardRoutes } from '#contract/dashboard.ts'
import { duplicateRoutes } from '#contract/duplicates/duplicates.ts'
import { commentRoutes } from '#contract/leads/comments/comments.ts'
import { operationRoutes } from '#contract/leads/operations.ts'
import { privacyRoutes } from '#contract/privacy.ts'
import { invitationRoutes } from '#contract/team/invitations.ts'
import { withClient } from '../../platform/db/connections.ts'
import { newId } from '../../platform/ids.ts'
import { testLeadSources } from '../../testing/features/test-lead-sources.ts'
import { testSavedViews } from '../../testing/features/test-saved-views.ts'
import { aFile, testFiles } from '../../testing/files/test-files.ts'
import { filesWith, tablesWith } from '../../testing/routes/text-search.ts'
import { testApp } from '../../testing/test-app.ts'
import { testCalls } from '../../testing/test-calls.ts'
import { testForms } from '../../testing/test-forms.ts'
import { testLeadFields } from '../../testing/test-lead-fields.ts'
import { nextPhone, refusal, testLeads } from '../../testing/test-leads.ts'
import { removeDue } from '../files/removals.ts'
import { SETTLE_MS } from './lead-erasure.service.ts'
import { finishErasures } from './privacy.jobs.ts'

let later = 0
// Jobs run only when a test runs them.
const errors: unknown[] = []
afterEach(() => expect(errors.splice(0)).toEqual([]))
const env = { ROLE: 'web', DATABASE_URL: 'postgresql://elsewhere.test/leadline' }
const it = await testApp({ now: () => new Date(Date.now() + later), env, errors })
const leads = testLeads(it)
const forms = testForms(it)
const sources = testLeadSources(it)
const views = testSavedViews(it)
const files = testFiles(it)

const sound = (words: string) => Buffer.concat([Buffer.from('RIFF'), Buffer.from(words), Buffer.alloc(64, 3)])

let people = 0
/** Creates a person with unique values. */
function aPerson() {
  const number = 7_300_000 + ++people
  const tail = String(number).replace(/\d/g, (digit) => 'bcdfghjklm'[Number(digit)] ?? 'x')
  return {
    name: `Zebulon ${tail}`,
    phone: `+97254${number}`,
    typed: `054-${String(number).slice(0, 3)} ${String(number).slice(3)}`,
    email: `zebulon.${tail}@quagga.example`,
    message: `I keep ${tail} zebras`,
    comment: `Hates ${tail} carpets`,
    formerComment: `Loves ${tail} carpets`,
    deletedComment: `Owes ${tail} money`,
    earlier: `Zebediah ${tail}`,
    answer: `Stable ${tail}`,
    lost: `Moved ${tail} away`,
    own: `Badge ${tail}`,
    formerOwn: `Stripes ${tail}`,
    document: `Map of the ${tail} house`,
    sound: `voice of ${newId()}`,
  }
}
type Person = ReturnType<typeof aPerson>
/** The values to search for. For the phone, the digits that all formats have in common. */
const valuesOf = ({ typed: _, sound: __, phone, ...person }: Person) =>
  Object.entries({ ...person, phone: phone.replace('+972', '') })

async function world() {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  await testLeadFields(it).made(owner, { nameEn: 'Badge' })
  const writer = await business.member('Writer', [business.campaignId])
  const key = await business.apiKey()
  return { ...business, owner, writer, key, calls: await testCalls(it, business) }
}
type World = Awaited<ReturnType<typeof world>>

type Written = Pick<Person, 'phone' | 'email' | 'message' | 'name'> & { leadId: string }
/** Messages of the person and to them, and what they agreed to and withdrew. */
async function writtenTo({ db, businessId }: Pick<World, 'db' | 'businessId'>, { leadId, ...person }: Written) {
  const at = new Date().toISOString()
  const { phone, email, message, name } = person
  const common = { business_id: businessId, lead_id: leadId, state_at: at, at }
  const out = { direction: 'out', purpose: 'service', origin: 'person', state: 'waiting', waits_for: 'later' }
  await db
    .insertInto('lead_messages')
    .values([
      {
        ...common,
        id: newId(),
        direction: 'in',
        origin: 'lead',
        channel: 'sms',
        address: phone,
        text: message,
        state: 'received',
      },
      {
        ...common,
        ...out,
        id: newId(),
        channel: 'email',
        address: email,
        subject: `To ${name}`,
        text: message,
        waits_until: at,
      },
    ])
    .execute()
  const act = {
    business_id: businessId,
    purpose: 'advertising',
    source: 'form',
    wording: `I am ${name}`,
    note: message,
  }
  await db
    .insertInto('consents')
    .values([
      { ...act, id: newId(), contact: phone, channel: 'sms', act: 'withdrawn' },
      { ...act, id: newId(), contact: email, channel: 'email', act: 'given' },
    ])
    .execute()
}

/** Stores the person in every table of a business that may hold personal data. */
async function meet(
  { owner, writer, key, campaignId, businessId, statusIds, db, calls, campaign }: World,
  person: Person,
) {
  const {
    name,
    phone,
    typed,
    email,
    message,
    comment,
    formerComment,
    deletedComment,
    earlier,
    answer,
    lost,
    own,
    formerOwn,
  } = person
  const sent = { name: earlier, phone: typed, email, message, campaignId, landingPage: `https://x.test/?q=${email}` }
  const { _id: leadId } = (await leads.take(key, sent, { 'idempotency-key': newId() })).body.lead
  await leads.take(key, { ...sent, message: `${message}, again` })
  await leads.take(key, { ...sent, campaignId: newId() })
  await leads.change(owner, leadId, { name, tags: ['vip'], fields: { badge: formerOwn } })
  await leads.change(owner, leadId, { fields: { badge: own } })
  await leads.change(owner, leadId, { statusId: statusIds.lost, lostReason: lost })
  const saying = (text: string) =>
    it.send(commentRoutes.add, writer, { params: { id: leadId }, body: { text } }, { 'idempotency-key': newId() })
  const [taken, edited] = [await saying(deletedComment), await saying(formerComment)]
  const placeOf = ({ body }: typeof edited) => ({ id: leadId, commentId: body.item.commented?._id ?? '' })
  await it.send(commentRoutes.change, writer, { params: placeOf(edited), body: { text: comment } })
  await it.send(commentRoutes.remove, writer, { params: placeOf(taken) })
  const form = await forms.make(owner, campaignId)
  const { action, values } = await forms.open(form)
  await forms.post(action, { ...values, name, phone: typed, email, message, answer_rooms: 'Three' })
  const source = await sources.make(owner, campaignId)
  await sources.postForm(source, { name, phone: typed, email, message })
  await sources.postForm(source, { reach: `by ${email} or ${typed}`, message })
  await sources.settle()
  const document = `${person.document}.txt`
  const { _id: fileId } = await files.added(writer, leadId, aFile(document, person.sound))
  const { _id: gone } = await files.added(writer, leadId, aFile(document, person.sound))
  await files.remove(writer, leadId, gone)
  const twin = await leads.add(owner, { name, phone, campaignId: await campaign(), duplicate: 'create' })
  const aside = { name: `${name} of old`, phone: nextPhone(), email: `old.${email}`, campaignId }
  const { _id: mergedId } = await leads.add(owner, aside)
  await it.send(duplicateRoutes.merge, owner, { body: { winnerId: twin._id, leadIds: [mergedId] } })
  await it.send(operationRoutes.create, owner, {
    body: { action: { kind: 'tag', add: ['asked'] }, leadIds: [leadId] },
  })
  await it.send(blacklistRoutes.create, owner, { body: { phone: typed, reason: answer } })
  await it.send(invitationRoutes.create, owner, {
    body: { recipients: [email, phone], role: 'Reader', language: 'en', message: `Dear ${name}` },
  })
  const where = { any: [{ field: 'email', op: 'contains', value: email.toUpperCase() }] }
  await views.saved(writer, `Calls of ${phone}`)
  await views.saved(owner, `Typed ${message}`, { isShared: true, query: { look: 'table', search: typed } })
  await views.saved(owner, `Of ${lost}`, { query: { look: 'cards', filters: { where } } })
  const [known, unknown] = [
    await calls.call({ lead_id: leadId, caller: phone, plan: JSON.stringify({ callerId: phone }) }),
    await calls.call({ caller: phone }),
  ]
  await calls.call({ caller: phone, status: 'Not Answered', started_at: it.deps.now().toISOString() })
  await writtenTo({ db, businessId }, { leadId, phone, email, message, name })
  const { file } = await calls.stored(known, sound(person.sound), { kind: 'voicemail' })
  const report = { business_id: businessId, connection_id: calls.connectionId }
  const inbound = { form: { CallSid: 'CA1', From: phone, Caller: phone, CallerName: name, CallStatus: 'ringing' } }
  await db
    .insertInto('provider_events')
    .values([
      { ...report, kind: 'inbound', dedupe_key: newId(), call_id: known, payload: JSON.stringify(inbound) },
      { ...report, kind: 'status', dedupe_key: newId(), call_id: unknown, payload: JSON.stringify(inbound) },
      {
        ...{ ...report, kind: 'sms', dedupe_key: newId() },
        payload: JSON.stringify({ From: phone, Body: message, MessageSid: 'SM1' }),
      },
    ])
    .execute()
  await leads.relayed()
  await it.deps.payloads.flush()
  const event = await db.selectFrom('events').select('id').where('lead_id', '=', leadId).executeTakeFirstOrThrow()
  const notice = { business_id: businessId, channel: 'mail', subject: name, body: `${name}, ${phone}, ${email}` }
  const toThem = { ...notice, recipient: email, subject: 'You asked', body: 'We call you' }
  const rows = [
    { ...notice, recipient: 'office@alon.example', dedupe_key: `${event.id} mail office@alon.example`, state: 'sent' },
    { ...notice, recipient: 'shop@alon.example', dedupe_key: `${event.id} mail shop@alon.example`, state: 'queued' },
    { ...toThem, dedupe_key: `${newId()} mail ${email}`, state: 'sent' },
    { ...toThem, recipient: phone, channel: 'sms', dedupe_key: null, state: 'queued' },
  ]
  await it.deps.workerDb
    .insertInto('messages')
    .values(rows.map((row) => ({ ...row, id: newId() })))
    .execute()
  return { leadId, twinId: twin._id, file, known, fileId }
}

const erase = (as: World['owner'], id: string, typed: string) =>
  it.send(privacyRoutes.eraseLead, as, { params: { id }, body: { typed } })
/** Moves the clock to when data in flight has been stored, and runs the job again. */
async function settle() {
  later += SETTLE_MS + 1_000
  await finishErasures.run(it.deps, {})
}
const isThere = async (file: string) => {
  const found = await it.deps.files.get(file)
  found?.bytes.destroy()
  return found !== undefined
}
/** For each value of the person, the tables that contain it. */
const placesOf = (person: Person) =>
  withClient(it.urls.adminUrl, async (admin) => {
    const found = await tablesWith(admin, Object.values(Object.fromEntries(valuesOf(person))))
    return Object.fromEntries(valuesOf(person).map(([what, value]) => [what, found[value]]))
  })

/**
 * Writes the text into each text column of the lead that is empty. This covers new columns, which count as personal
 * until they are erased.
 */
const fillTexts = (leadId: string, text: string) =>
  withClient(it.urls.adminUrl, async (admin) => {
    const { rows } = await admin.query<{ name: string }>(`select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = 'leads' and data_type = 'text' and is_generated = 'NEVER'`)
    const filled = rows.map(({ name }) => `${name} = coalesce(nullif(${name}, ''), $1)`)
    await admin.query(`update leads set ${filled} where id = $2`, [text, leadId])
  })

test('no data of the person is left in any table or file, and all data of other people is', async () => {
  const [ours, person] = [await world(), aPerson()]
  const { leadId, twinId, file } = await meet(ours, person)
  await fillTexts(leadId, person.name)
  const other = aPerson()
  const elsewhere = await meet(ours, other)
  const before = await placesOf(person)
  expect(Object.entries(before).filter(([, tables]) => !tables?.length)).toEqual([])
  expect(before.phone?.map((place) => place.split(' ')[0])).toEqual(
    expect.arrayContaining([
      ...[
        'public.leads',
        'public.lead_enquiries',
        'public.events',
        'public.payloads',
        'public.calls',
        'public.missed_callers',
        'public.blacklist',
        'public.saved_views',
      ],
      ...['public.provider_events', 'public.notifications', 'public.messages', 'public.idempotency_keys'],
      'public.invitations',
    ]),
  )
  const othersBefore = await placesOf(other)
  const folder = it.env.filesDir
  expect(await filesWith(folder, Buffer.from(person.sound)), 'the recording and two files').toHaveLength(3)

  expect((await erase(ours.owner, leadId, person.name)).status).toBe(200)
  await settle()
  await removeDue(it.deps)

  expect(await placesOf(person)).toEqual(Object.fromEntries(valuesOf(person).map(([what]) => [what, []])))
  expect(await filesWith(folder, Buffer.from(person.sound))).toEqual([])
  expect(await isThere(file)).toBe(false)
  expect(await placesOf(other), 'of another person').toEqual(othersBefore)
  expect(await isThere(elsewhere.file)).toBe(true)
  expect(await files.storedOf(elsewhere.fileId)).toHaveLength(1)
  expect((await leads.get(ours.owner, twinId)).body.lead).toMatchObject({ name: '', phone: null, email: null })
  const queued = it.deps.workerDb.selectFrom('messages').select('recipient').where('state', '=', 'queued')
  const left = await queued.where('business_id', '=', ours.businessId).orderBy('recipient').execute()
  expect(left.map(({ recipient }) => recipient)).toEqual([other.phone, 'shop@alon.example'])
})

test('views that look for the person are deleted, with an event for a shared one; others stay', async () => {
  const { owner, writer, db, campaignId } = await world()
  const { name, phone, typed } = aPerson()
  const lead = await leads.add(owner, { campaignId, name, phone })
  const shared = await views.saved(owner, 'Shared', { isShared: true, query: { look: 'table', search: typed } })
  await views.saved(writer, 'Own', { query: { look: 'table', search: phone } })
  await views.saved(writer, 'Default', { query: { look: 'table', search: '4729' } })
  await views.change(writer, shared, { isDefault: true })
  await erase(owner, lead._id, name)
  await settle()
  expect([await views.names(owner), await views.names(writer)]).toEqual([[], ['Default']])
  const events = db.selectFrom('events').select(['payload', 'personal', 'actor']).where('name', '=', 'view.deleted')
  expect(await events.execute()).toMatchObject([
    { payload: { viewId: shared._id }, personal: null, actor: { system: true } },
  ])
})

test('data under a former phone and address is erased too', async () => {
  const { owner, key, campaignId } = await world()
  const [person, before] = [aPerson(), aPerson()]
  const sent = { name: before.name, phone: before.typed, email: before.email, message: before.message, campaignId }
  const { _id: leadId } = (await leads.take(key, sent, { 'idempotency-key': newId() })).body.lead
  const { name, phone, email } = person
  expect((await leads.change(owner, leadId, { name, phone, email })).status).toBe(200)
  await leads.relayed()
  await it.deps.payloads.flush()
  expect((await placesOf(before)).phone).not.toEqual([])
  expect((await erase(owner, leadId, name)).status).toBe(200)
  await settle()
  for (const one of [person, before])
    expect(await placesOf(one)).toEqual(Object.fromEntries(valuesOf(one).map(([what]) => [what, []])))
})

test('another business with the same person keeps its data', async () => {
  const [ours, theirs, person] = [await world(), await world(), aPerson()]
  const { leadId } = await meet(ours, person)
  const same = await meet(theirs, person)
  const asTheyHave = async () => {
    const { body } = await leads.get(theirs.owner, same.leadId)
    const { history } = (await leads.history(theirs.owner, same.leadId)).body
    const { call } = (await it.send(callRoutes.get, theirs.owner, { params: { id: same.known } })).body
    return { lead: body.lead, history, call }
  }
  const before = await asTheyHave()
  await erase(ours.owner, leadId, person.name)
  await settle()
  expect(await asTheyHave()).toEqual(before)
  expect(await isThere(same.file)).toBe(true)
})

test('counts, figures and the authors and times of actions stay', async () => {
  const it0 = await world()
  const { owner, writer, campaignId, db } = it0
  const person = aPerson()
  const { leadId, known } = await meet(it0, person)
  const figures = async () => {
    const { dashboard } = (await it.send(dashboardRoutes.get, owner, { query: {} })).body
    const { total } = (await leads.page(owner, {})).body.pagination
    const ofCampaign = (await leads.page(owner, { campaignId })).body.pagination.total
    const history = (await leads.history(owner, leadId)).body.history
    const said = history.map(({ event, by, at }) => ({ event, by: by?._id ?? null, at }))
    return { dashboard, total, ofCampaign, said: said.filter(({ event }) => event !== 'lead.erased') }
  }
  const before = await figures()
  expect(before.total).toBeGreaterThan(1)
  const callOf = async () => (await it.send(callRoutes.get, owner, { params: { id: known } })).body.call
  await erase(owner, leadId, person.name)
  const { recording } = await callOf()
  expect(recording?.state).toBe('purged')
  await settle()
  await leads.relayed()
  expect(await figures()).toEqual(before)
  expect((await callOf()).recording).toEqual(recording)
  const { history } = (await leads.history(owner, leadId)).body
  expect(history.find(({ event }) => event === 'lead.erased')).toMatchObject({ by: { _id: owner.userId } })
  expect(history.find(({ event }) => event === 'lead.commented')).toMatchObject({
    by: { _id: writer.userId },
    comment: '',
  })
  const { personal } = await db
    .selectFrom('events')
    .select('personal')
    .where('name', '=', 'lead.erased')
    .executeTakeFirstOrThrow()
  expect(personal).toEqual({ from: { ip: '127.0.0.1', agent: 'lightMyRequest' } })
  const call = await callOf()
  expect(call).toMatchObject({ status: 'Answered', duration: 42, caller: null, isWithheld: false, recordLink: null })
  const shown = (await it.send(privacyRoutes.erasures, owner, {})).body.erasures
  expect(shown).toMatchObject([{ by: { _id: owner.userId }, leads: 3, finishedAt: expect.any(String) }])
})

test('only an Owner who types the name can erase, and once', async () => {
  const { owner, campaignId, member, db } = await world()
  const lead = await leads.add(owner, { campaignId, name: 'Dana Levi', phone: '+972541112233' })
  expect(refusal(await erase(owner, lead._id, 'Dana'))).toMatchObject({
    status: 422,
    issues: { typed: 'The name does not match' },
  })
  const others = [await member('Admin'), await member('Lead', [campaignId]), await member('Writer', [campaignId])]
  for (const other of others) expect((await erase(other, lead._id, 'Dana Levi')).status).toBe(403)
  expect((await erase((await world()).owner, lead._id, 'Dana Levi')).status).toBe(404)
  expect((await leads.get(owner, lead._id)).body.lead.phone).toBe('+972541112233')
  await erase(owner, lead._id, ' Dana Levi ')
  expect((await erase(owner, lead._id, 'Dana Levi')).status, 'again').toBe(200)
  await settle()
  expect(await db.selectFrom('person_erasures').select('contacts').execute()).toEqual([{ contacts: [] }])
  expect(refusal(await leads.change(owner, lead._id, { phone: '+972541112233' })).code).toBe('lead_erased')
  expect(refusal(await leads.comment(owner, lead._id, 'Dana again')).code).toBe('lead_erased')
})

test('an erasure whose process was killed is completed', async () => {
  const { owner, campaignId, businessId, db } = await world()
  const person = aPerson()
  const lead = await leads.add(owner, { campaignId, name: person.name, phone: person.phone })
  // Leaves the state that remains if the process dies after the first transaction of the request.
  await db
    .insertInto('person_erasures')
    .values({
      ...{ business_id: businessId, id: newId(), lead_ids: [lead._id], contacts: [person.phone] },
      ...{ asked_by: owner.userId, asked_at: it.deps.now().toISOString() },
    })
    .execute()
  await Promise.all([finishErasures.run(it.deps, {}), finishErasures.run(it.deps, {})])
  await settle()
  await finishErasures.run(it.deps, {})
  expect((await placesOf(person)).phone).toEqual([])
  const { history } = (await leads.history(owner, lead._id)).body
  expect(history.filter(({ event }) => event === 'lead.erased')).toHaveLength(1)
})

test('a person with an ongoing call is erased when it has ended', async () => {
  const { owner, campaignId, calls, db } = await world()
  const person = aPerson()
  const lead = await leads.add(owner, { campaignId, name: person.name, phone: person.phone })
  const going = { state: 'talking', status: null, reason: null, lead_id: lead._id, caller: person.phone }
  const id = await calls.call(going)
  await erase(owner, lead._id, person.name)
  await settle()
  const caller = async () =>
    (await db.selectFrom('calls').select('caller').where('id', '=', id).executeTakeFirstOrThrow()).caller
  expect(await caller()).toBe(person.phone)
  await db.updateTable('calls').set({ state: 'ended', status: 'Answered' }).where('id', '=', id).execute()
  await settle()
  expect(await caller()).toBeNull()
  expect((await placesOf(person)).phone).toEqual([])
})

test('a person who enquires again is a new lead', async () => {
  const { owner, key, campaignId } = await world()
  const person = aPerson()
  const lead = await leads.add(key, { campaignId, name: person.name, phone: person.phone })
  await erase(owner, lead._id, person.name)
  const again = await leads.take(key, { campaignId, name: person.name, phone: person.phone })
  expect([again.status, again.body.duplicate]).toEqual([201, false])
  await settle()
  expect((await leads.get(owner, again.body.lead._id)).body.lead.phone).toBe(person.phone)
})
