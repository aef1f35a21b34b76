import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditRoutes } from '#contract/audit.ts'
import { adoptedNumberRoutes } from '#contract/calls/adopted-numbers.ts'
import { numberRoutes } from '#contract/calls/numbers.ts'
import type { ExchangeAccount } from '../../../providers/exchange/account.ts'
import { startVendor } from '../../../testing/fake-vendor.ts'
import { testApp } from '../../../testing/test-app.ts'
import { testExchange } from '../../../testing/test-numbers.ts'
import { settleNumbers } from '../numbers.jobs.ts'

let exchange: ExchangeAccount | undefined
let moment: Date | undefined
const it = await testApp({ exchange: () => exchange, now: () => moment ?? new Date() })
const vendor = startVendor(testExchange)
beforeAll(async () => void (await vendor.listen()))
afterAll(() => vendor.close())
beforeEach(() => {
  vendor.reset()
  exchange = { ...testExchange, baseUrl: vendor.url() }
  moment = undefined
})

let last = 0
const stood = {
  FriendlyName: 'Front desk',
  VoiceUrl: 'https://pbx.example/voice?line=1',
  VoiceMethod: 'GET',
  VoiceFallbackUrl: '',
  VoiceFallbackMethod: 'POST',
  StatusCallback: 'https://pbx.example/status',
  StatusCallbackMethod: 'GET',
  VoiceReceiveMode: 'voice',
  VoiceApplicationSid: '',
  TrunkSid: '',
  SmsUrl: 'https://pbx.example/sms',
  SmsMethod: 'GET',
  SmsApplicationSid: '',
  SmsFallbackUrl: 'https://pbx.example/sms-fallback',
}

/** A number that the account has, with these settings at the vendor. */
function standing(settings: Record<string, string> = {}) {
  const phone = `+9723556${String(1_000 + last++)}`
  const sid = `PN${phone.slice(1).padStart(32, '0')}`
  const before: Record<string, string> = { sid, PhoneNumber: phone, ...stood, ...settings }
  vendor.state().owned.set(sid, before)
  const now = () => vendor.state().owned.get(sid)
  const others = (changes: Record<string, string>) => vendor.state().owned.set(sid, { ...now(), sid, ...changes })
  return { phone, sid, before, now, others }
}

async function world() {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const list = async () => (await it.send(adoptedNumberRoutes.list, owner, {})).body.numbers
  const adopt = (sid: string, more = {}) =>
    it.send(adoptedNumberRoutes.adopt, owner, { body: { sid, campaignId: business.campaignId, ...more } })
  const adopted = async (sid: string) => (await adopt(sid)).body.order.number?._id ?? ''
  const look = async (id: string) => (await it.send(adoptedNumberRoutes.standing, owner, { params: { id } })).body
  const release = async (id: string, keepsChanges?: 'true') =>
    (await it.send(numberRoutes.release, owner, { params: { id }, ...(keepsChanges && { query: { keepsChanges } }) }))
      .body.number
  return { ...business, owner, list, adopt, adopted, look, release }
}

test('a number of the account is listed, adopted with its hooks set, and given back as it was', async () => {
  const { owner, list, adopt, look, release, campaignId } = await world()
  const number = standing()
  expect(await list()).toEqual([
    { sid: number.sid, phone: number.phone, name: 'Front desk', sms: true, goesTo: { kind: 'url', at: 'pbx.example' } },
  ])
  const reply = await adopt(number.sid, { label: 'Reception' })
  expect([reply.status, reply.body.order]).toMatchObject([201, { state: 'done', phone: number.phone }])
  const adopted = reply.body.order.number
  expect(adopted).toMatchObject({ state: 'active', label: 'Reception', campaignId, isAdopted: true, givenBack: null })
  expect(number.now()).toEqual({
    ...number.before,
    VoiceUrl: expect.stringMatching(/\/hooks\/voice\/[\w-]{36}\/inbound$/),
    VoiceMethod: 'POST',
    VoiceFallbackUrl: expect.stringMatching(/\/fallback$/),
    StatusCallback: expect.stringMatching(/\/status#rc=2/),
    StatusCallbackMethod: 'POST',
    SmsUrl: expect.stringMatching(/\/hooks\/sms\/[\w-]{36}\/inbound$/),
    SmsMethod: 'POST',
  })
  expect(await list()).toEqual([])
  const id = adopted?._id ?? ''
  expect(await look(id)).toMatchObject({ before: { kind: 'url', at: 'pbx.example' }, changed: [] })
  expect(await release(id)).toMatchObject({ state: 'quarantined', givenBack: 'restored' })
  expect(number.now(), 'not a letter differs').toEqual(number.before)
  expect(await list()).toHaveLength(1)
  const audited = await it.send(auditRoutes.list, owner, { query: { action: 'number.adopted' } })
  expect(audited.body.rows).toMatchObject([
    { action: 'Number of the account taken over', subject: { kind: 'number', name: number.phone } },
  ])
})

test.each([
  ['trunk', { TrunkSid: `TK${'1'.repeat(32)}`, VoiceUrl: '' }],
  ['application', { VoiceApplicationSid: `AP${'2'.repeat(32)}`, SmsApplicationSid: `AP${'3'.repeat(32)}` }],
  ['none', { VoiceUrl: '', VoiceMethod: 'POST', StatusCallback: '', SmsUrl: '' }],
] as const)('what stood is restored, whatever it was: %s', async (kind, settings) => {
  const { list, adopted, release } = await world()
  const number = standing(settings)
  expect(await list()).toMatchObject([{ goesTo: { kind, at: null } }])
  const id = await adopted(number.sid)
  expect(number.now()).toMatchObject({ VoiceApplicationSid: '', TrunkSid: '', SmsApplicationSid: '' })
  await release(id)
  expect(number.now()).toEqual(number.before)
})

describe('if others changed the settings meanwhile', () => {
  const changes = { VoiceUrl: 'https://new.example/voice' }

  test('the number’s page says so, and what stood before is restored over it', async () => {
    const { adopted, look, release } = await world()
    const number = standing()
    const id = await adopted(number.sid)
    number.others(changes)
    expect(await look(id)).toMatchObject({ now: { kind: 'url', at: 'new.example' }, changed: ['voice'] })
    expect(await release(id)).toMatchObject({ givenBack: 'overwritten' })
    expect(number.now()).toEqual(number.before)
  })

  test('it can be left, while the rest is restored', async () => {
    const { adopted, release } = await world()
    const number = standing()
    const id = await adopted(number.sid)
    number.others(changes)
    const taken = number.now()
    expect(await release(id, 'true')).toMatchObject({ givenBack: 'kept' })
    expect(number.now()).toEqual({ ...taken, SmsUrl: stood.SmsUrl, SmsMethod: 'GET' })
  })

  test('or the number left the account', async () => {
    const { adopted, look, release } = await world()
    const number = standing()
    const id = await adopted(number.sid)
    vendor.state().owned.delete(number.sid)
    expect(await look(id)).toMatchObject({ now: null, changed: [] })
    expect(await release(id)).toMatchObject({ state: 'quarantined', givenBack: 'gone' })
  })
})

test('a lost answer is settled later, and what stood is not forgotten', async () => {
  const { adopt, release, owner } = await world()
  const number = standing()
  vendor.state().losesChanges = true
  const { order } = (await adopt(number.sid)).body
  expect(order).toMatchObject({ state: 'ordering', number: null })
  expect((await adopt(number.sid)).body).toMatchObject({ code: 'number_taken' })
  vendor.state().losesChanges = false
  moment = new Date(Date.now() + 60_000)
  await settleNumbers.run(it.deps, {})
  moment = undefined
  const settled = (await it.send(numberRoutes.getOrder, owner, { params: { id: order._id } })).body.order
  expect(settled).toMatchObject({ state: 'done', number: { isAdopted: true } })
  await release(settled.number?._id ?? '')
  expect(number.now()).toEqual(number.before)
})

test('after an adoption that was given up, the next one still knows what stood first', async () => {
  const { adopt, adopted, release } = await world()
  const number = standing()
  vendor.state().losesChanges = true
  await adopt(number.sid)
  moment = new Date(Date.now() + 3_700_000)
  await settleNumbers.run(it.deps, {})
  moment = undefined
  vendor.state().losesChanges = false
  expect(number.now()?.VoiceUrl, 'ours was set').toContain('/hooks/voice/')
  await release(await adopted(number.sid))
  expect(number.now()).toEqual(number.before)
})

test('a refusal changes nothing, and a number of another business is neither shown nor taken', async () => {
  const [ours, theirs] = [await world(), await world()]
  const number = standing()
  vendor.state().refusesChanges = true
  expect((await ours.adopt(number.sid)).body.order).toMatchObject({ state: 'failed', error: 'voice_refused' })
  expect(number.now()).toEqual(number.before)
  vendor.state().refusesChanges = false
  await theirs.adopted(number.sid)
  const set = number.now()
  expect(await ours.list()).toEqual([])
  expect((await ours.adopt(number.sid)).body).toMatchObject({ code: 'number_taken' })
  expect(number.now()).toEqual(set)
  expect((await ours.adopt(`PN${'f'.repeat(32)}`)).body).toMatchObject({ code: 'number_not_found' })
})

test('a release that the provider does not confirm keeps the choice, and is repeated', async () => {
  const { adopted, release, owner } = await world()
  const number = standing()
  const id = await adopted(number.sid)
  number.others({ SmsUrl: 'https://new.example/sms' })
  vendor.state().isDown = true
  expect(await release(id, 'true')).toMatchObject({ state: 'releasing', givenBack: null })
  vendor.state().isDown = false
  moment = new Date(Date.now() + 61_000)
  await settleNumbers.run(it.deps, {})
  moment = undefined
  const { number: released } = (await it.send(numberRoutes.get, owner, { params: { id } })).body
  expect(released).toMatchObject({ state: 'quarantined', givenBack: 'kept' })
  expect(number.now()).toEqual({ ...number.before, SmsUrl: 'https://new.example/sms', SmsMethod: 'POST' })
})
