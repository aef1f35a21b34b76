import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { z } from 'zod'
import { newId } from '../server/platform/ids.ts'
import type { Row } from './report.ts'
import { API, businesses, ownerHeaders } from './world.ts'

const ROWS = 100_000
const [IMPORT_SECONDS, EXPORT_SECONDS, MEMORY_MIB] = [30, 10, 300]
const POLL_MS = 250

const Import = z.object({
  import: z.object({ _id: z.string(), state: z.string(), counts: z.object({ create: z.number(), join: z.number() }) }),
})

/** People in Hebrew with nine fields; one row in twenty is of a person before. */
function sheet() {
  const rows = Array.from({ length: ROWS }, (_, i) => {
    const person = i % 20 === 19 ? i - 10 : i
    return [
      ...[`דנה לוי ${i}`, `05${String(40_000_000 + person).padStart(8, '0')}`, `p${person}@example.test`],
      ...[`סטטוס ${1 + (i % 6)}`, `${i % 9_000}`, `${1 + (i % 28)}/0${1 + (i % 9)}/2026 1${i % 10}:30`],
      ...[`"vip, ${i % 50}"`, 'google', `רוצה לשמוע עוד ${i}`],
    ].join(',')
  })
  return `name,phone,email,status,value,date,tags,source,message\n${rows.join('\n')}\n`
}

type Ask = (method: string, path: string, body?: FormData | object) => Promise<Response>
async function timed(act: () => Promise<unknown>) {
  const from = performance.now()
  await act()
  return (performance.now() - from) / 1_000
}
const row = (name: string, value: string, target: string, reached: boolean): Row => ({ name, value, target, reached })
const seconds = (name: string, time: number, most: number, more = '') =>
  row(name, `${time.toFixed(1)} s${more}`, `≤ ${most} s`, time <= most)

/** Import, dry run and export of 100,000 rows, in a business of this run's own. `memory`: of the server, in MiB. */
export async function sheets(admin: pg.Client, secretKey: string, memory: () => number): Promise<Row[]> {
  const owner = businesses.at(-1) ?? ''
  const [business, campaign] = [newId(), newId()]
  await makeBusiness(admin, { owner, business, campaign })
  const headers = { ...(await ownerHeaders(secretKey, owner)), 'x-business-id': business }
  const ask: Ask = async (method, path, body) => {
    const isForm = body instanceof FormData
    const reply = await fetch(`${API}${path}`, {
      method,
      headers: { ...headers, ...(body && !isForm && { 'content-type': 'application/json' }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
    return reply
  }
  let peak = memory()
  const watch = setInterval(() => {
    peak = Math.max(peak, memory())
  }, POLL_MS)
  try {
    const { rows, leads } = await importSheet(ask, campaign)
    const csv = await exportSheet(ask, 'csv', leads)
    const xlsx = await exportSheet(ask, 'xlsx', leads)
    return [
      ...rows,
      seconds('export of 95,000 leads as CSV', csv, EXPORT_SECONDS),
      seconds('export of 95,000 leads as XLSX', xlsx, EXPORT_SECONDS),
      row("server's memory meanwhile, at most", `${Math.round(peak)} MiB`, `≤ ${MEMORY_MIB} MiB`, peak <= MEMORY_MIB),
    ]
  } finally {
    clearInterval(watch)
  }
}

const columns = ['name', 'phone', 'email', 'status', 'value', 'date', 'tags', 'source', 'message']
async function importSheet(ask: Ask, campaignId: string) {
  const file = new FormData()
  file.set('file', new Blob([sheet()]), 'bench.csv')
  let id = ''
  const read = async () => Import.parse(await (await ask('GET', `/imports/${id}`)).json()).import
  const upload = await timed(async () => {
    id = Import.parse(await (await ask('POST', '/imports?name=bench.csv', file)).json()).import._id
  })
  await ask('PATCH', `/imports/${id}`, { mode: 'createAndUpdate', key: 'phone', campaignId, columns })
  const check = await timed(() => ask('POST', `/imports/${id}/check`))
  const run = await timed(async () => {
    await ask('POST', `/imports/${id}/run`)
    while ((await read()).state !== 'done') await sleep(POLL_MS)
  })
  const { counts } = await read()
  if (counts.create + counts.join !== ROWS) throw new Error(`Rows are missing: ${JSON.stringify(counts)}`)
  const parts = [upload, check, run].map((time) => time.toFixed(1)).join(' + ')
  const name = 'import of 100,000 rows: reading the file, dry run, import'
  return { rows: [seconds(name, upload + check + run, IMPORT_SECONDS, ` (${parts})`)], leads: counts.create }
}

async function exportSheet(ask: Ask, format: string, expected: number) {
  const asked = { choice: { all: true }, columns: ['id', ...columns.slice(0, 8)], format }
  const Link = z.object({ url: z.string(), leads: z.number() })
  const { url, leads } = Link.parse(await (await ask('POST', '/lead/export', asked)).json())
  if (leads !== expected) throw new Error(`${leads} leads instead of ${expected}`)
  return timed(async () => (await fetch(new URL(url, API))).arrayBuffer())
}

type World = { owner: string; business: string; campaign: string }
async function makeBusiness(admin: pg.Client, { owner, business, campaign }: World) {
  await admin.query("insert into businesses (business_id, name) values ($1, 'Bench sheets')", [business])
  await admin.query("insert into memberships (business_id, user_id, role) values ($1, $2, 'Owner')", [business, owner])
  await admin.query("insert into campaigns (business_id, id, name) values ($1, $2, 'Bench sheets')", [
    business,
    campaign,
  ])
  await admin.query(
    `insert into lead_statuses (business_id, id, name_he, name_en, hue, type, position, is_default)
      select $1, uuidv7(), 'סטטוס ' || i, 'Status ' || i, 'sky', case i when 1 then 'Open' else 'Ongoing' end, i, i = 1
      from generate_series(1, 6) i`,
    [business],
  )
}
