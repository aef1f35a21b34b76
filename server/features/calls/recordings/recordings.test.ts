import { expect, test } from 'vitest'
import { callRoutes } from '#contract/calls/calls.ts'
import { newId } from '../../../platform/ids.ts'
import { type Credentials, testApp } from '../../../testing/test-app.ts'
import { testCalls, wav } from '../../../testing/test-calls.ts'
import { refusal } from '../../../testing/test-leads.ts'

let now = Date.now()
const it = await testApp({ now: () => new Date(now) })
type As = Partial<Credentials>

async function world() {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const made = await testCalls(it, business)
  const call = await made.call({ started_at: '2026-03-01T23:00:00Z' })
  const sound = wav(0.01)
  const { id: recordingId, file } = await made.stored(call, sound)
  return { ...business, ...made, owner, callId: call, sound, recordingId, file }
}
const ask = (as: As, id: string, body: { renews?: string; download?: boolean } = {}) =>
  it.send(callRoutes.recordingLink, as, { params: { id }, body })
const link = async (as: As, id: string, body = {}) => {
  const reply = await ask(as, id, body)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body.url
}
const hear = (url: string, range?: string) =>
  it.app.inject({ url, headers: { host: 'localhost', 'accept-encoding': 'gzip', ...(range && { range }) } })
/** Signs in again, because an access token lasts fifteen minutes. */
const again = async <T extends As & { userId: string }>(as: T) => ({ ...as, ...(await it.signIn(as.userId)) })
const listens = async (as: As, id: string) => (await it.send(callRoutes.listens, as, { params: { id } })).body.listens

test('a recording is heard at its signed address, whole or in parts', async () => {
  const { owner, callId, sound } = await world()
  const { body } = await ask(owner, callId)
  expect(body.url).toMatch(new RegExp(`^/api/call/${callId}/recording\\?`))
  expect(Date.parse(body.expiresAt) - now).toBeGreaterThan(298_000)
  const whole = await hear(body.url)
  expect([whole.statusCode, whole.rawPayload.equals(sound)]).toEqual([200, true])
  expect(whole.headers).toMatchObject({
    'content-type': 'audio/wav',
    'content-length': String(sound.length),
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-transform',
    'content-disposition': `inline; filename="call-2026-03-02-${callId.slice(-8)}.wav"`,
  })
  expect(whole.headers).not.toHaveProperty('content-encoding')
  const size = sound.length
  for (const [range, first, last] of [
    ['bytes=0-9', 0, 9],
    ['bytes=44-', 44, size - 1],
    ['bytes=-5', size - 5, size - 1],
    [`bytes=100-${size + 50}`, 100, size - 1],
  ] as const) {
    const part = await hear(body.url, range)
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes ${first}-${last}/${size}`])
    expect(part.rawPayload.equals(sound.subarray(first, last + 1))).toBe(true)
  }
  for (const range of [`bytes=${size}-`, 'bytes=-0']) {
    const none = await hear(body.url, range)
    expect([none.statusCode, none.headers['content-range'], none.body]).toEqual([416, `bytes */${size}`, ''])
  }
  for (const range of ['bytes=5-2', 'bytes=0-1,4-5', 'lines=1-2', 'bytes=-'])
    expect((await hear(body.url, range)).statusCode).toBe(200)
})

test('each listening is written down once, however often it is renewed; a download by itself', async () => {
  const { owner, member, campaignId, callId, letHear } = await world()
  const writer = await member('Writer', [campaignId])
  await letHear(writer, [campaignId])
  const first = await link(owner, callId)
  now += 240_000
  const second = await link(owner, callId, { renews: first })
  now += 301_000
  const third = await link(owner, callId, { renews: second })
  expect(await listens(owner, callId)).toMatchObject([{ user: { _id: owner.userId }, download: false }])
  expect((await hear(third)).statusCode).toBe(200)

  now += 700_000
  const signedIn = await again(owner)
  await link(signedIn, callId, { renews: third })
  now += 1_000
  await link(await again(writer), callId, { renews: third })
  now += 1_000
  await link(signedIn, callId, { renews: `${third}x` })
  now += 1_000
  const saved = await link(signedIn, callId, { download: true })
  expect((await hear(saved)).headers['content-disposition']).toMatch(/^attachment; /)
  expect((await listens(signedIn, callId)).map(({ user, download }) => [user._id, download])).toEqual([
    [owner.userId, true],
    [owner.userId, false],
    [writer.userId, false],
    [owner.userId, false],
    [owner.userId, false],
  ])
})

test('an address ends after five minutes', async () => {
  const { owner, callId } = await world()
  const url = await link(owner, callId)
  now += 299_000
  expect((await hear(url)).statusCode).toBe(200)
  now += 2_000
  const late = await hear(url)
  expect([late.statusCode, late.json().code]).toEqual([404, 'link_expired'])
})

test('a member of another business cannot hear it', async () => {
  const [ours, theirs] = [await world(), await world()]
  expect(refusal(await ask(ours.owner, theirs.callId))).toMatchObject({ status: 404, code: 'call_not_found' })
})

test('a role in the campaign, the right in another campaign or having answered does not let a member hear it', async () => {
  const { member, campaign, campaignId, call, callId, stored, letHear } = await world()
  const other = await campaign()
  for (const role of ['Affiliate', 'Lead', 'Writer', 'Reader'] as const)
    expect((await ask(await member('None', { [campaignId]: role }), callId)).status).toBe(404)
  expect((await ask(await member('Admin'), callId)).status).toBe(404)
  const granted = await member('Writer', [campaignId, other])
  await letHear(granted, [other])
  expect((await ask(granted, callId)).status).toBe(404)
  const answered = await call({ answered_by: granted.userId })
  await stored(answered, wav(0.01))
  expect(refusal(await ask(granted, answered))).toMatchObject({ status: 403, code: 'forbidden' })
})

test('a guessed or changed address opens nothing', async () => {
  const { owner, callId, call, stored, campaignId, member } = await world()
  const second = await call()
  const { id: secondRecording } = await stored(second, wav(0.02))
  const writer = await member('Writer', [campaignId])
  const url = await link(owner, callId)
  const changed = (name: string, value: string) => url.replace(new RegExp(`([?&]${name}=)[^&]*`), `$1${value}`)
  for (const wrong of [
    `/api/call/${callId}/recording`,
    `/api/call/${newId()}/recording?s=x`,
    url.replace(callId, second),
    changed('r', secondRecording),
    changed('u', writer.userId),
    changed('e', String(Math.floor(now / 1_000) + 9_999)),
    changed('s', 'A'.repeat(43)),
    `${url}&d=1`,
  ]) {
    const reply = await hear(wrong)
    expect([wrong, reply.statusCode, reply.json().code]).toEqual([wrong, 404, 'recording_not_found'])
  }
})

test('the right is asked again each time', async () => {
  const { owner, member, campaignId, callId, letHear } = await world()
  const writer = await member('Writer', [campaignId])
  await letHear(writer, [campaignId])
  const url = await link(writer, callId)
  expect((await hear(url, 'bytes=0-9')).statusCode).toBe(206)
  await letHear(writer, [])
  expect((await hear(url, 'bytes=0-9')).statusCode).toBe(404)

  const own = await link(owner, callId)
  await it.deps.tenants.pool
    .updateTable('sessions')
    .set({ revoked_at: new Date(now).toISOString() })
    .where('id', '=', owner.sessionId)
    .execute()
  it.deps.caches.endAll()
  expect((await hear(own)).statusCode).toBe(404)
})

test.each([
  ['announced', 409, 'recording_not_ready'],
  ['absent', 404, 'recording_not_found'],
  ['failed', 404, 'recording_not_found'],
  ['purged', 404, 'recording_not_found'],
])('one that is %s is not heard', async (state, status, code) => {
  const { owner, call, recording } = await world()
  const id = await call()
  await recording(id, { state, ...(state === 'purged' && { purged_at: '2026-03-01T10:00:00Z' }) })
  expect(refusal(await ask(owner, id))).toMatchObject({ status, code })
  const { body } = await it.send(callRoutes.get, owner, { params: { id } })
  expect(body.call).toMatchObject({ recordLink: null, recording: { state } })
  expect(body.call.recording?.purgedAt).toBe(state === 'purged' ? '2026-03-01T10:00:00Z' : null)
})

test('a call without a recording has none, and a sound that is gone is not found', async () => {
  const { owner, call, callId, file } = await world()
  expect(refusal(await ask(owner, await call()))).toMatchObject({ status: 404, code: 'recording_not_found' })
  const url = await link(owner, callId)
  await it.deps.files.remove(file)
  expect((await hear(url)).statusCode).toBe(404)
})
