import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { callRoutes } from '#contract/calls/calls.ts'
import { openTwilioVoice } from '../../../providers/twilio/twilio.ts'
import { testApp } from '../../../testing/test-app.ts'
import { testCalls, wav } from '../../../testing/test-calls.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import { fetchDueRecordings, RETRY_SECONDS } from './recording-fetching.ts'
import { eraseRecordings, purgeRecordings } from './recordings.jobs.ts'

let now = Date.now()
// No worker runs here, only the test's loop.
const it = await testApp({ now: () => new Date(now), env: { ROLE: 'web', DATABASE_URL: 'postgres://nowhere/none' } })

/** The provider's recordings by name. */
const sounds = new Map<string, { status?: number; type?: string; body?: Buffer; comes?: Promise<unknown> }>()
let asked: string[] = []
const vendor = createServer(async (request: IncomingMessage, reply) => {
  const sid = /Recordings\/(\w+)\.(?:wav|json)/.exec(request.url ?? '')?.[1] ?? ''
  asked.push(`${request.method} ${request.url?.split('/').at(-1)} ${request.headers.authorization ? 'signed' : 'open'}`)
  const sound = sounds.get(sid)
  if (request.method === 'DELETE') {
    reply.writeHead(sounds.delete(sid) ? 204 : 404).end()
    return
  }
  await sound?.comes
  const { status = sound ? 200 : 404, type = 'audio/x-wav', body = Buffer.alloc(0) } = sound ?? {}
  reply.writeHead(status, { 'content-type': type }).end(body)
})
await new Promise<void>((done) => vendor.listen(0, '127.0.0.1', done))
afterAll(() => void vendor.close())
beforeEach(() => {
  asked = []
})

const provider = openTwilioVoice({
  kind: 'local',
  baseUrl: `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`,
  accountSid: `AC${'1'.repeat(32)}`,
  authToken: 'token',
  softphoneKey: () => undefined,
})
const work = () => fetchDueRecordings({ ...it.deps, voice: { find: async () => ({ provider }) } })

async function world(seconds: number | null = 1) {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const made = await testCalls(it, business)
  const callId = await made.call()
  const sid = `RE${String(Math.random()).slice(2).padEnd(32, '0').slice(0, 32)}`
  const due_at = new Date(now).toISOString()
  const id = await made.recording(callId, { provider_sid: sid, seconds, due_at, created_at: due_at })
  const row = () => business.db.selectFrom('recordings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  /** Signs in again, because the tests advance the clock past the session. */
  const shown = async () => {
    const as = { ...owner, ...(await it.signIn(owner.userId)) }
    return (await it.send(callRoutes.get, as, { params: { id: callId } })).body.call
  }
  return { ...business, ...made, owner, callId, sid, id, row, shown }
}

test('a sound is fetched, stored, heard of, and deleted at its provider', async () => {
  const { db, callId, sid, row, shown } = await world()
  expect((await shown()).recording).toMatchObject({ state: 'announced' })
  const sound = wav(1)
  sounds.set(sid, { body: sound })
  expect(await work()).toBe(1)
  const stored = await row()
  expect(stored).toMatchObject({
    state: 'stored',
    bytes: sound.length,
    mime: 'audio/wav',
    released_at: null,
    error: null,
  })
  expect(stored.sha256?.equals(createHash('sha256').update(sound).digest())).toBe(true)
  expect(await shown()).toMatchObject({ recordLink: `/api/call/${callId}/recording`, recording: { state: 'stored' } })
  const { has_recording } = await db.selectFrom('calls').select('has_recording').executeTakeFirstOrThrow()
  expect(has_recording).toBe(true)
  const changes = await db.selectFrom('events').select('payload').where('name', '=', 'call.changed').execute()
  expect(changes).toMatchObject([{ payload: { callId } }])

  expect(await work()).toBe(1)
  expect(sounds.has(sid)).toBe(false)
  expect(await row()).toMatchObject({ state: 'stored', due_at: null })
  expect((await row()).released_at).not.toBeNull()
  expect(await work()).toBe(0)
  expect(asked).toEqual([`GET ${sid}.wav?RequestedChannels=2 signed`, `DELETE ${sid}.json signed`])
})

test('of a talk and a message that are stored at the same moment the call shows the talk as stored', async () => {
  const { db, callId, id, recording, shown } = await world()
  const message = await recording(callId, { kind: 'voicemail' })
  const store = (one: typeof db, which: string) =>
    one.updateTable('recordings').set({ state: 'stored', due_at: null }).where('id', '=', which).execute()
  const { later } = await db.transaction().execute(async (tx) => {
    await store(tx, id)
    const later = store(db, message)
    await waitFor(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(it.deps.tenants.pool)
      return rows.length
    })
    return { later }
  })
  await later
  expect((await shown()).recording).toMatchObject({ kind: 'dial', state: 'stored' })
})

test('what is not there yet is asked for again after 5, 15, 60, 300 and 1800 seconds, and then given up', async () => {
  const { row, shown } = await world()
  const pauses = []
  for (;;) {
    expect(await work()).toBe(1)
    const { due_at, state } = await row()
    if (!due_at) {
      expect(state).toBe('failed')
      break
    }
    pauses.push(Math.round((Date.parse(due_at) - now) / 1_000))
    now = Date.parse(due_at) - 1
    expect(await work()).toBe(0)
    now += 1
  }
  expect(pauses).toEqual([...RETRY_SECONDS])
  expect(asked).toHaveLength(6)
  expect((await shown()).recording).toMatchObject({ state: 'failed' })
})

test('it comes in the end, although it was not there at first', async () => {
  const { sid, row } = await world()
  await work()
  sounds.set(sid, { body: wav(1) })
  now += 5_000
  await work()
  expect(await row()).toMatchObject({ state: 'stored' })
  await work()
})

test.each([
  ['no sound', { type: 'text/html', body: Buffer.alloc(5_000) }, /came as text\/html/],
  ['next to nothing', { body: wav(0) }, /44 bytes only/],
  ['another length than was said', { body: wav(4) }, /4\.0 seconds, not 1/],
  ['half of what its header promises', { body: wav(2).subarray(0, -16_000) }, /not whole/],
  ['an error', { status: 500 }, /./],
])('%s is not kept', async (_, sound, error) => {
  const { sid, row, shown } = await world()
  sounds.set(sid, sound)
  await work()
  const { state, file, error: why } = await row()
  expect([state, file]).toEqual(['announced', null])
  expect(why).toMatch(error)
  expect((await shown()).recordLink).toBeNull()
  sounds.delete(sid)
  await it.deps.workerDb.updateTable('recordings').set({ due_at: null }).execute()
})

test('the row says how long the sound is that is here, not what was announced', async () => {
  const { sid, row } = await world(3)
  sounds.set(sid, { body: wav(2) })
  await work()
  expect(await row()).toMatchObject({ state: 'stored', seconds: 2 })
  await work()
})

test('two processes at once fetch it once', async () => {
  const { sid, row } = await world(3)
  // Once stored it is due again, to be deleted at its provider, so it comes when the other process has looked.
  const { promise: comes, resolve: send } = Promise.withResolvers<void>()
  sounds.set(sid, { body: wav(4), comes })
  const works = [work(), work()]
  expect(await Promise.race(works)).toBe(0)
  send()
  expect((await Promise.all(works)).sort()).toEqual([0, 1])
  expect(asked).toHaveLength(1)
  expect(await row()).toMatchObject({ state: 'stored' })
  await work()
})

test('after twelve months the sound goes, and the row says when', async () => {
  const { stored, call, row, sid, shown } = await world()
  sounds.set(sid, { body: wav(1) })
  await work()
  await work()
  const { file } = await row()
  const [young] = [await call()]
  const { file: kept } = await stored(young, wav(0.1), { created_at: new Date(now + 5 * 86_400_000).toISOString() })
  now += 367 * 86_400_000
  await purgeRecordings.run(it.deps, {})
  expect(await row()).toMatchObject({ state: 'purged', file: null, sha256: null, due_at: null })
  expect(await it.deps.files.get(file ?? '')).toBeUndefined()
  expect((await it.deps.files.get(kept))?.size).toBe(wav(0.1).length)
  const after = await shown()
  expect(after).toMatchObject({ recordLink: null, recording: { state: 'purged' } })
  expect(Date.parse(after.recording?.purgedAt ?? '')).toBe(now)
})

test("a business's sounds go before its rows", async () => {
  const { businessId, call, stored } = await world()
  const { file } = await stored(await call(), wav(0.1))
  const other = await world()
  const { file: theirs } = await other.stored(await other.call(), wav(0.1))
  await eraseRecordings(it.deps, businessId)
  expect(await it.deps.files.get(file)).toBeUndefined()
  expect(await it.deps.files.get(theirs)).toBeDefined()
})

test('a talk that can be heard is shown, and goes on being heard, while and after a longer one arrives', async () => {
  const { db, callId, sid, recording, owner, shown } = await world(4)
  const ask = async (body = {}) => {
    const as = { ...owner, ...(await it.signIn(owner.userId)) }
    return (await it.send(callRoutes.recordingLink, as, { params: { id: callId }, body })).body.url
  }
  sounds.set(sid, { body: wav(4) })
  // Deletions of earlier tests are due again, and a few are worked on at once.
  while ((await work()) > 0);
  const longer = `RE${'9'.repeat(32)}`
  await recording(callId, { provider_sid: longer, seconds: 9, due_at: new Date(now).toISOString() })
  const first = { state: 'stored', seconds: 4 }
  expect((await shown()).recording).toMatchObject(first)
  const heard = await ask()
  await work()
  sounds.set(longer, { body: wav(9) })
  now += 5_000
  await work()
  expect((await shown()).recording).toMatchObject({ state: 'stored', seconds: 9 })
  const idIn = (url: string) => new URL(url, 'http://localhost').searchParams.get('r')
  expect(idIn(await ask({ renews: heard }))).toBe(idIn(heard))
  expect(idIn(await ask())).not.toBe(idIn(heard))
  const listens = await db.selectFrom('recording_listens').select('recording_id').execute()
  expect(listens.map(({ recording_id }) => recording_id)).toEqual([
    idIn(heard),
    expect.not.stringMatching(idIn(heard) ?? ''),
  ])
})

test('of two talks the call shows the longer, before one of unknown length', async () => {
  const { callId, recording, shown } = await world(7)
  await recording(callId, { kind: 'dial', seconds: null })
  await recording(callId, { kind: 'dial', seconds: 3 })
  expect((await shown()).recording).toMatchObject({ kind: 'dial', seconds: 7 })
})
