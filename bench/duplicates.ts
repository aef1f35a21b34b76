import type pg from 'pg'
import { sweepOn } from '../server/features/duplicates/duplicates.jobs.ts'
import { openDb, openPool } from '../server/platform/db/connections.ts'
import type { Row } from './report.ts'
import { business } from './world.ts'

const MOST_MINUTES = 10
type Sweep = Parameters<typeof sweepOn>[1]

/** The first sweep for duplicates over all leads, which stores the keys of their names, and one of the nights after it. */
export async function duplicates(admin: pg.Client, workerUrl: string): Promise<Row[]> {
  for (const table of ['duplicate_groups', 'lead_name_keys'])
    await admin.query(`delete from ${table} where business_id = $1`, [business])
  await admin.query('vacuum analyze lead_name_keys, duplicate_groups, duplicate_members')
  const db = openDb(openPool(workerUrl, console.error, { max: 2 }))
  try {
    const first = await sweep(db)
    return [rowOf('sweep for duplicates, the first', first), rowOf('sweep for duplicates, each night', await sweep(db))]
  } finally {
    await db.destroy()
  }
}

/** Runs a whole sweep; the seconds of each of its phases. */
async function sweep(workerDb: Parameters<typeof sweepOn>[0]['workerDb']) {
  const took = new Map<string, number>()
  const startedAt = new Date().toISOString()
  let place: Sweep | null = { businessId: business, startedAt, phase: 'names', after: null }
  while (place) {
    const [{ phase }, from]: [Sweep, number] = [place, performance.now()]
    place = await sweepOn({ workerDb, now: () => new Date() }, place)
    took.set(phase, (took.get(phase) ?? 0) + (performance.now() - from) / 1_000)
  }
  return took
}

function rowOf(name: string, took: ReadonlyMap<string, number>): Row {
  const minutes = [...took.values()].reduce((sum, seconds) => sum + seconds, 0) / 60
  const parts = [...took].map(([phase, seconds]) => `${phase} ${Math.round(seconds)} s`).join(', ')
  const value = `${minutes.toFixed(1)} min (${parts})`
  return { name, value, target: `≤ ${MOST_MINUTES} min`, reached: minutes <= MOST_MINUTES }
}
