import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { LeadImport } from '#contract/leads/sheets/lead-import.ts'
import { type Headers, killable } from '../../testing/database/killable-server.ts'

/** `npm run soak -- killed-import` uses more. A multiple of 100. */
const ROWS = Number(process.env.KILLED_IMPORT_ROWS ?? 3_000)
/** Of 100 rows, two have a broken phone and ten repeat the person who stands 50 rows before. */
const [BROKEN, REPEATED] = [ROWS / 50, ROWS / 10]
const PEOPLE = ROWS - BROKEN - REPEATED
const dataDir = await mkdtemp(join(tmpdir(), 'leadline-import-'))
const it = await killable(dataDir)
afterAll(async () => {
  await it.kill().catch(() => {})
  // The last processes of PostgreSQL may still write.
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
})

function sheet() {
  const rows = Array.from({ length: ROWS }, (_, i) => {
    const place = i % 100
    const isBroken = place === 7 || place === 57
    const isRepeated = place >= 80 && place < 90
    const phone = `05${String(20_000_000 + (isRepeated ? i - 50 : i)).padStart(8, '0')}`
    return `Killed ${i},${isBroken ? '052-73' : phone},${i},"First line ${i}\nsecond"\n`
  })
  return `name,phone,value,message\n${rows.join('')}`
}

/** Uploads the sheet, chooses and starts; the id of the import. */
async function startImport(owner: Headers) {
  const body = new FormData()
  body.set('file', new Blob([sheet()]), 'killed.csv')
  const uploaded = await fetch(`${it.address}/api/imports?name=killed.csv`, { method: 'POST', headers: owner, body })
  const { _id: id } = ((await uploaded.json()) as { import: LeadImport }).import
  const [campaign] = await it.asAdministrator<{ id: string }>(
    'insert into campaigns (business_id, id, name) values ($1, uuidv7(), $2) returning id',
    [owner['x-business-id'], 'Killed'],
  )
  const columns = ['name', 'phone', 'value', 'message']
  const settings = { mode: 'createAndUpdate', key: 'phone', campaignId: campaign?.id, columns }
  const chosen = await fetch(`${it.address}/api/imports/${id}`, {
    method: 'PATCH',
    headers: { ...owner, 'content-type': 'application/json' },
    body: JSON.stringify(settings),
  })
  expect(chosen.status, await chosen.text()).toBe(200)
  expect((await it.json(`/imports/${id}/run`, owner, {})).import.state).toMatch(/queued|running/)
  return { id, campaignId: campaign?.id ?? '' }
}

test('an import and an export that are killed halfway: no half rows, no doubles, and both are completed after the start', async () => {
  await it.start()
  const owner = await it.signIn()
  const { id, campaignId } = await startImport(owner)
  const read = async (as: Headers): Promise<LeadImport> => (await it.json(`/imports/${id}`, as)).import
  const passed = ({ counts }: LeadImport) => counts.create + counts.update + counts.join + counts.left
  await expect.poll(async () => passed(await read(owner)), { timeout: 60_000, interval: 10 }).toBeGreaterThan(ROWS / 10)
  await it.kill()

  await it.start()
  const again = await it.signIn()
  expect(passed(await read(again))).toBeLessThan(ROWS)
  await expect.poll(async () => (await read(again)).state, { timeout: 200_000, interval: 200 }).toBe('done')
  expect((await read(again)).counts).toEqual({ create: PEOPLE, update: 0, join: REPEATED, left: BROKEN })
  expect(await stored(campaignId)).toEqual({
    ...{ leads: PEOPLE, phones: PEOPLE, created: PEOPLE, repeated: REPEATED },
    // The last row of a person wins.
    ...{ enquiries: PEOPLE + REPEATED, updated: REPEATED, items: ROWS, numbers: ROWS },
  })

  const choice = { all: true, campaignId: [campaignId] }
  const asked = { choice, columns: ['name', 'phone', 'value'], format: 'csv' }
  const { url, leads } = await it.json('/lead/export', again, asked)
  expect(leads).toBe(PEOPLE)
  // The titles are sent, and the first leads wait for the names of their statuses.
  await it.whileLocked('lead_statuses', async () => {
    const response = await fetch(`${it.address}${url}`)
    // Taken at once: the connection may break while the processes are killed.
    const whole = response.text().then(
      () => 'whole',
      () => 'broken off',
    )
    await it.kill()
    expect(await whole, 'half a file is no file').toBe('broken off')
  })

  await it.start()
  const names = (await (await fetch(`${it.address}${url}`)).text()).split('\r\n').slice(1, -1)
  expect(names).toHaveLength(PEOPLE)
  expect(new Set(names).size).toBe(PEOPLE)
}, 600_000)

async function stored(campaignId: string) {
  const [row] = await it.asAdministrator(
    `with l as (select * from leads where campaign_id = $1::uuid and deleted_at is null),
      e as (select name, count(*) as n from events where lead_id in (select id from l) group by 1)
    select (select count(*)::int from l) as leads, (select count(distinct phone)::int from l) as phones,
      (select n::int from e where name = 'lead.created') as created,
      (select n::int from e where name = 'lead.repeated') as repeated,
      (select count(*)::int from lead_enquiries where lead_id in (select id from l)) as enquiries,
      (select count(*)::int from l where value / 100 <> right(phone, 8)::int - 20000000) as updated,
      (select count(*)::int from operation_items i join operations o on o.id = i.operation_id where o.kind = 'import') as items,
      (select count(distinct i.before ->> 'number')::int from operation_items i join operations o on o.id = i.operation_id
        where o.kind = 'import') as numbers`,
    [campaignId],
  )
  return row
}
