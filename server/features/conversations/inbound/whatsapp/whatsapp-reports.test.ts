import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { messageTemplateRoutes } from '#contract/leads/messages/message-templates.ts'
import { whatsAppBox } from '../../../../testing/features/test-whatsapp.ts'
import { testApp } from '../../../../testing/test-app.ts'
import { waitFor } from '../../../../testing/wait-for.ts'

const meta = await whatsAppBox()
const it = await testApp({ env: meta.env })
meta.use(it)
const { workerDb } = it.deps

async function connected() {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const { connection, account } = await meta.connected(owner)
  const { _id: id } = connection
  /** Sends a hook of Meta with these changes; returns the status of the answer. */
  const hook = async (changes: object[], time = 1_764_000_000) => {
    const entry = [{ id: account.wabaId, time, changes }]
    return (await meta.hook(id, JSON.stringify({ object: 'whatsapp_business_account', entry }))).statusCode
  }
  const statuses = (count: number) => {
    const metadata = { phone_number_id: account.phoneNumberId }
    const all = Array.from({ length: count }, (_, index) => ({ id: `wamid.${index}`, status: 'sent' }))
    return [{ field: 'messages', value: { metadata, statuses: all } }]
  }
  const stored = async () =>
    (await workerDb.selectFrom('provider_events').select('dedupe_key').where('connection_id', '=', id).execute()).length
  return { ...business, owner, id, account, hook, statuses, stored }
}
const templateChange = (event: string, id = 17) => ({
  field: 'message_template_status_update',
  value: { event, message_template_id: id, message_template_name: 'survey', message_template_language: 'he' },
})

test('a hook of more reports than Meta sends at once is refused as a whole', async () => {
  const at = await connected()
  expect(await at.hook(at.statuses(1_001))).toBe(413)
  expect(await at.hook([...at.statuses(999), templateChange('PAUSED'), templateChange('PAUSED', 18)])).toBe(413)
  expect(await at.stored()).toBe(0)
  expect(await at.hook(at.statuses(1_000))).toBe(200)
  expect(await at.stored()).toBe(1_000)
})

test('of many changes of templates nothing is stored, and one job waits for each connection', async () => {
  const at = await connected()
  const many = Array.from({ length: 300 }, (_, id) => templateChange('PAUSED', id))
  const db = it.deps.tenants.scope({ businessId: at.businessId })
  const waiting = await db.transaction().execute(async (tx) => {
    // The first job waits for this row, so that the others are seen.
    await sql`select from connections where id = ${at.id}::uuid for update`.execute(tx)
    for (const time of [1, 2, 3]) expect(await at.hook(many, time)).toBe(200)
    const queue = `whatsapp ${at.id}`
    return (await sql`select from graphile_worker.jobs where queue_name = ${queue}`.execute(workerDb)).rows.length
  })
  expect(waiting).toBeGreaterThan(0)
  expect(waiting).toBeLessThanOrEqual(2)
  expect(await at.stored()).toBe(0)
})

test('a template that is paused and approved again and again is read each time', async () => {
  const at = await connected()
  const survey = at.account.templates.find(({ name }) => name === 'survey')
  if (!survey) throw new Error('The account has no such template')
  const state = async () =>
    (await it.send(messageTemplateRoutes.list, at.owner, {})).body.templates.find(({ nameEn }) => nameEn === 'survey')
      ?.account?.he?.state
  expect(await state()).toBe('paused')
  for (const status of ['APPROVED', 'PAUSED', 'APPROVED', 'PAUSED'] as const) {
    survey.status = status
    expect(await at.hook([templateChange(status)])).toBe(200)
    await waitFor(async () => (await state()) === status.toLowerCase())
  }
})
