import { expect, test } from 'vitest'
import { businessRoutes } from '#contract/businesses.ts'
import { duplicateRoutes } from '#contract/duplicates/duplicates.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { operationRoutes } from '#contract/leads/operations.ts'
import { TRASH_DAYS } from '#contract/leads/terms.ts'
import { privacyRoutes } from '#contract/privacy.ts'
import { type Credentials, testApp } from '../../testing/test-app.ts'
import { testCalls } from '../../testing/test-calls.ts'
import { nextPhone, refusal, testLeads } from '../../testing/test-leads.ts'
import { emptyTrash } from '../leads/leads.jobs.ts'

let later = 0
const it = await testApp({ now: () => new Date(Date.now() + later) })
const leads = testLeads(it)
const { add, take, get, names, comment, history } = leads
type As = Partial<Credentials> | undefined

const merge = async (as: As, winnerId: string, leadIds: string[], fields = {}) => {
  const { status, body } = await it.send(duplicateRoutes.merge, as, { body: { winnerId, leadIds, fields } })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.operationId
}
const undo = (as: As, id: string) => it.send(operationRoutes.undo, as, { params: { id } })

/** Dana entered her details twice; the second lead was merged into the first. */
async function world() {
  const business = await it.newBusiness()
  const { campaignId, member } = business
  const second = await business.campaign()
  const owner = await member('Owner')
  const kept = await add(owner, { name: 'דנה לוי', phone: nextPhone(), campaignId })
  const email = `levi@${second}.example`
  const other = await add(owner, { name: 'Dana Levinson', phone: nextPhone(), email, campaignId: second })
  await comment(owner, kept._id, 'First')
  await comment(owner, other._id, 'Second')
  const operationId = await merge(owner, kept._id, [other._id], { email: kept._id })
  return { ...business, second, owner, kept, other, email, operationId }
}

test('the address of a merged lead answers with the kept lead, to those who may read that', async () => {
  const { owner, kept, other, email, member, second, campaignId } = await world()
  const { body } = await get(owner, other._id)
  expect(body.lead).toMatchObject({
    _id: kept._id,
    contacts: [
      { kind: 'phone', value: other.phone },
      { kind: 'email', value: email },
    ],
    mergedLeads: [{ _id: other._id, name: 'Dana Levinson' }],
  })
  expect(body.lead.enquiries).toHaveLength(2)
  const elsewhere = await member('Reader', [second])
  expect(refusal(await get(elsewhere, other._id))).toMatchObject({ status: 404, code: 'lead_not_found' })
  const partner = await member('Affiliate', [campaignId])
  await it.send(businessRoutes.change, owner, { body: { masksContacts: true } })
  const masked = (await get(partner, kept._id)).body.lead
  expect(JSON.stringify(masked)).not.toContain(other.phone)
  expect(JSON.stringify(masked)).not.toContain(email)
  expect(masked.contacts).toHaveLength(2)
})

test('the history is that of all, and says from which lead each item came', async () => {
  const { owner, kept, other, operationId, ...business } = await world()
  const calls = await testCalls(it, business)
  await calls.call({ lead_id: kept._id, merged_from: other._id })
  const { body } = await history(owner, kept._id)
  const shown = body.history.map(({ event, from, comment: text }) => [event, from?.name ?? null, text ?? null])
  expect(shown).toContainEqual(['lead.commented', 'Dana Levinson', 'Second'])
  expect(shown).toContainEqual(['lead.commented', null, 'First'])
  expect(shown).toContainEqual(['lead.created', 'Dana Levinson', null])
  expect(shown).toContainEqual(['call.started', 'Dana Levinson', null])
  expect(shown.filter(([event]) => event === 'lead.deleted')).toEqual([])
  expect(body.history.find(({ event }) => event === 'lead.merged')?.merged).toEqual([
    { _id: other._id, name: 'Dana Levinson' },
  ])
  expect((await history(owner, other._id)).body).toEqual(body)
  await undo(owner, operationId)
  const after = (await history(owner, other._id)).body.history
  expect(after.find(({ event }) => event === 'lead.deleted')?.merged).toEqual([{ _id: kept._id, name: 'דנה לוי' }])
  const own = (await history(owner, kept._id)).body.history.filter(({ call }) => !call)
  expect(own.filter(({ from }) => from)).toEqual([])
})

test('an enquiry with a contact of a merged lead joins the kept lead', async () => {
  const { owner, kept, other, email, campaignId } = await world()
  const again = await take(owner, { name: 'Dana', phone: other.phone, campaignId })
  expect([again.status, again.body.lead._id]).toEqual([200, kept._id])
  const byMail = await take(owner, { name: 'Dana', email, campaignId })
  expect([byMail.status, byMail.body.lead._id]).toEqual([200, kept._id])
})

test('the kept lead is found by the phone, the e-mail and the name of the merged one', async () => {
  const { owner, other, email, operationId } = await world()
  const found = async () =>
    Promise.all(
      [other.phone ?? '', (other.phone ?? '').slice(-4), (other.phone ?? '').slice(0, 9), email, 'Levinson'].map(
        (search) => names(owner, { search }),
      ),
    )
  expect(await found()).toEqual(Array(5).fill(['דנה לוי']))
  await undo(owner, operationId)
  expect(new Set((await found()).flat())).toEqual(new Set(['Dana Levinson', 'דנה לוי']))
  expect(await names(owner, { search: email })).toEqual(['Dana Levinson'])
})

test('a typed contact finds the lead that has it as a further one', async () => {
  const { owner, kept, other, second } = await world()
  const typed = await it.send(leadRoutes.duplicates, owner, { query: { phone: other.phone ?? '' } })
  expect(typed.body.leads.map(({ _id }) => _id)).toEqual([kept._id])
  const newer = await add(owner, { name: 'Newer', phone: other.phone, campaignId: second })
  const same = await it.send(leadRoutes.samePerson, owner, { params: { id: kept._id } })
  expect(same.body.leads.map(({ _id }) => _id)).toEqual([newer._id])
})

test('erasing the person erases the merged leads and their contacts; undo does not bring them back', async () => {
  const { owner, kept, other, operationId, db, businessId } = await world()
  await it.send(privacyRoutes.eraseLead, owner, { params: { id: kept._id }, body: { typed: 'דנה לוי' } })
  const rows = await db.selectFrom('leads').selectAll().where('business_id', '=', businessId).execute()
  expect(rows.map(({ name, phone, email, merged_text }) => [name, phone, email, merged_text])).toEqual([
    ['', null, null, ''],
    ['', null, null, ''],
  ])
  expect(await db.selectFrom('lead_contacts').selectAll().execute()).toEqual([])
  const items = await db
    .selectFrom('operation_items')
    .select('before')
    .where('operation_id', '=', operationId)
    .execute()
  expect(JSON.stringify(items)).not.toContain(other.phone)
  const undone = (await undo(owner, operationId)).body.operation
  const { left } = (await it.send(operationRoutes.get, owner, { params: { id: undone._id } })).body
  expect(left.map(({ reason }) => reason)).toEqual(left.map(() => 'erased'))
  expect(left.length).toBeGreaterThan(0)
})

test('a merged lead is deleted for good with the kept one, and not before', async () => {
  const { owner, kept, db, businessId } = await world()
  const rows = () => db.selectFrom('leads').select('id').where('business_id', '=', businessId).execute()
  later = (TRASH_DAYS + 1) * 86_400_000
  await emptyTrash.run(it.deps, {})
  expect(await rows()).toHaveLength(2)
  later = 0
  await leads.remove(owner, [kept._id])
  later = (TRASH_DAYS + 1) * 86_400_000
  await emptyTrash.run(it.deps, {})
  later = 0
  expect(await rows()).toHaveLength(0)
})
