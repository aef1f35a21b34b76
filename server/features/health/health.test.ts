import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, expect, test, vi } from 'vitest'
import { healthRoutes } from '#contract/health.ts'
import { withClient } from '../../platform/db/connections.ts'
import type { ExchangeAccount } from '../../providers/exchange/account.ts'
import { testApp } from '../../testing/test-app.ts'
import { testLeads } from '../../testing/test-leads.ts'
import { waitFor } from '../../testing/wait-for.ts'

const GB = 1e9
/** Stubbed disk sizes by folder, in bytes. */
const disks = new Map<string, { free: number; of: number }>()
const statfs = async (folder: unknown) => {
  const { free, of } = disks.get(String(folder)) ?? { free: 50, of: 100 }
  return { bavail: free, blocks: of, bsize: 1 }
}
vi.spyOn(fs, 'statfs').mockImplementation(statfs as never)
syncBuiltinESMExports()
afterAll(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})
const account: ExchangeAccount = {
  baseUrl: 'http://127.0.0.1:1',
  accountSid: `AC${'0'.repeat(32)}`,
  authToken: 'secret',
  phones: undefined,
  softphoneKey: () => undefined,
}
let exchange: ExchangeAccount | undefined = account
const FILES_DIR = '/files-of-the-test'
const it = await testApp({ env: { VOICE_PROVIDER: 'local', FILES_DIR }, exchange: () => exchange })
const business = await it.newBusiness()
const owner = await business.member('Owner')
const leads = testLeads(it)

const ready = async () => {
  const { status, body } = await it.send(healthRoutes.ready, undefined, {})
  return { httpStatus: status, ...body }
}
const well = {
  httpStatus: 200,
  success: true,
  status: 'ready',
  database: 'ok',
  draining: false,
  relay: 'ok',
  jobs: 'ok',
  disk: 'ok',
  exchange: 'ok',
}
/** Waits until readiness reports this state of a part. */
const until = <K extends keyof typeof well>(part: K, state: string) =>
  waitFor(async () => {
    const now = await ready()
    return now[part] === state && now
  })

test('readiness is ok while nothing is wrong', async () => {
  expect(await ready()).toEqual(well)
})

test('events that wait longer than ten seconds for the relay are reported, and requests are still served', async () => {
  const campaignId = await business.campaign()
  await leads.withoutRelay(async () => {
    await leads.add(owner, { campaignId })
    expect(await ready()).toEqual(well)
    await withClient(it.urls.adminUrl, (admin) => admin.query("update events set at = now() - interval '11 seconds'"))
    expect(await until('relay', 'behind')).toEqual({ ...well, relay: 'behind' })
  })
  expect(await until('relay', 'ok')).toEqual(well)
})

test('a failed job is reported until the operator removes it; the last attempt of a running job is not', async () => {
  const change = (text: string) => withClient(it.urls.adminUrl, (admin) => admin.query(text))
  await change("select graphile_worker.add_job('a_job_that_nobody_does', max_attempts := 3)")
  const set = (values: string) => change(`update graphile_worker._private_jobs set ${values} where max_attempts = 3`)
  await set('attempts = 3, locked_at = now()')
  disks.set(FILES_DIR, { free: 1, of: 100 }) // reported by a check that starts after the job was locked
  expect(await until('disk', 'nearly_full')).toEqual({ ...well, disk: 'nearly_full' })
  disks.delete(FILES_DIR)
  await set('locked_at = null')
  expect(await until('jobs', 'failed')).toEqual({ ...well, jobs: 'failed' })
  await change('delete from graphile_worker._private_jobs where max_attempts = 3')
  expect(await until('jobs', 'ok')).toEqual(well)
})

test('a disk is nearly full with less than 5 % and less than 10 GB free, for files and data folder', async () => {
  disks.set(FILES_DIR, { free: 9 * GB, of: 200 * GB })
  expect(await until('disk', 'nearly_full')).toEqual({ ...well, disk: 'nearly_full' })
  disks.set(FILES_DIR, { free: 11 * GB, of: 1_000 * GB })
  expect(await until('disk', 'ok')).toEqual(well)
  disks.set(it.env.dataDir, { free: 1, of: 100 })
  expect(await until('disk', 'nearly_full')).toEqual({ ...well, disk: 'nearly_full' })
  disks.set(it.env.dataDir, { free: 1 * GB, of: 19 * GB })
  expect(await until('disk', 'ok')).toEqual(well)
})

test('a stopped exchange is reported', async () => {
  exchange = undefined
  expect(await ready()).toEqual({ ...well, exchange: 'away' })
  exchange = account
  expect(await ready()).toEqual(well)
})
