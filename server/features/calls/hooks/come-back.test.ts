import { describe, expect, test } from 'vitest'
import type { Routing } from '#contract/calls/routing.ts'
import { softphoneRoutes } from '#contract/calls/softphone.ts'
import { teamRoutes } from '#contract/team/team.ts'
import { newId } from '../../../platform/ids.ts'
import { aPhone, testApp } from '../../../testing/test-app.ts'
import { aRouting, aSid, hooksIn, testExchange, testNumber } from '../../../testing/test-numbers.ts'
import { sealSecret } from '../../connections/secrets.ts'

const it = await testApp({ exchange: () => testExchange })
type Target = Routing['ring']['targets'][number]
const OTHER: Target = { kind: 'phone', phone: '+972502222222', userId: null }
type Provider = 'local' | 'twilio'

/** The provider's report about a dialled browser phone that is not registered: the vendor names no call. */
const absent = (provider: Provider) => ({
  DialCallStatus: 'no-answer',
  ...(provider === 'local' && { DialCallSid: aSid('CA'), DialBridged: 'false' }),
})

/** A customer talks with the writer, in the browser or on the writer's phone. */
async function talk(
  provider: Provider,
  { others = [OTHER], own = 'softphone' as Target['kind'], recording = false } = {},
) {
  const business = await it.newBusiness()
  const { db, businessId } = business
  const [owner, writer] = [await business.member('Owner'), await business.member('Writer')]
  const { userId } = writer
  const id = newId()
  if (provider === 'twilio')
    await db
      .insertInto('connections')
      .values({
        ...{ business_id: businessId, id, provider, account: testExchange.accountSid },
        secrets: JSON.stringify({ authToken: sealSecret(it.env.secretKey, id, testExchange.authToken) }),
      })
      .execute()
  const first: Target = own === 'softphone' ? { kind: own, userId } : { kind: own, phone: '+972501111111', userId }
  const number = await testNumber(it, business, {
    routing: { ring: { ...aRouting().ring, targets: [first, ...others] }, recording },
  })
  const { sid, xml } = await number.dial(aPhone())
  const callId = (await number.row(sid)).id
  /** The phone at this step answers, and its leg ends after `seconds` while the caller is still connected. */
  const speaks = async (dialXml: string, step: number, seconds: number) => {
    const child = { CallSid: aSid('CA'), ParentCallSid: sid }
    const status = hooksIn(dialXml)[`leg/${step}/0`] ?? ''
    await number.hook(status, { ...child, CallStatus: 'in-progress', SequenceNumber: '1' })
    return async () => {
      const done = { CallSid: sid, CallStatus: 'in-progress', DialCallStatus: 'completed', DialBridged: 'true' }
      const form = { ...done, DialCallSid: child.CallSid, DialCallDuration: String(seconds) }
      return (await number.hook(`/${callId}/dial/${step}`, form)).xml
    }
  }
  const fails = async (step: number) =>
    (await number.hook(`/${callId}/dial/${step}`, { CallSid: sid, CallStatus: 'in-progress', ...absent(provider) })).xml
  const ends = await speaks(xml, 1, 7)
  const leaves = (who = writer) => it.send(softphoneRoutes.leave, who, { params: { id: callId } })
  const over = () => number.hook('/status', { CallSid: sid, CallStatus: 'completed', CallDuration: '60' })
  return { ...business, ...number, owner, writer, sid, callId, ends, speaks, fails, leaves, over }
}

const client = ({ writer }: { writer: { userId: string } }) => `u_${writer.userId.replaceAll('-', '')}_b`
const attempts = ({ db, callId }: Pick<Awaited<ReturnType<typeof talk>>, 'db' | 'callId'>) =>
  db.selectFrom('call_attempts').select(['step', 'bridged']).where('call_id', '=', callId).orderBy('step').execute()

describe.each<Provider>(['local', 'twilio'])(
  'with numbers of %s, a page that is loaded again in a call',
  (provider) => {
    test('is rung again as soon as it can be, and one call has the time of both talks', async () => {
      const it1 = await talk(provider)
      expect((await it1.leaves()).status).toBe(200)
      const again = await it1.ends()
      expect(again).toMatch(/<\/Say><Pause length="1"\/><Dial /)
      expect(again).toContain(client(it1))
      expect(again).not.toContain(OTHER.phone)
      expect(await it1.row(it1.sid)).toMatchObject({ status: null, state: 'ringing' })
      // The page has not registered yet.
      const later = await it1.fails(2)
      expect(later).toMatch(/<Response><Pause length="2"\/><Dial /)
      expect(later).toContain(client(it1))
      const hangsUp = await it1.speaks(later, 3, 30)
      expect(await it1.row(it1.sid)).toMatchObject({ state: 'talking' })
      expect(await hangsUp()).toContain('<Response><Hangup/></Response>')
      await it1.over()
      expect(await it1.row(it1.sid)).toMatchObject({
        ...{ status: 'Answered', reason: 'bridged', talk_s: 37, answered_by: it1.writer.userId },
      })
      // A page that had not registered does not count as a phone that rang.
      expect(await attempts(it1)).toEqual([
        { step: 1, bridged: true },
        { step: 3, bridged: true },
      ])
    })

    test('and does not come back leaves its caller to the next phone', async () => {
      const it1 = await talk(provider)
      await it1.leaves()
      await it1.ends()
      for (const step of [2, 3, 4, 5]) expect(await it1.fails(step)).toContain(client(it1))
      const xml = await it1.fails(6)
      expect(xml).toMatch(/<\/Say><Dial .*\+972502222222/)
      expect(xml).not.toContain(client(it1))
    })

    test('and does not come back: the caller hears an announcement when no other phone is left', async () => {
      const it1 = await talk(provider, { others: [] })
      await it1.leaves()
      await it1.ends()
      for (const step of [2, 3, 4, 5]) await it1.fails(step)
      expect(await it1.fails(6)).toContain('</Say><Hangup/>')
      await it1.over()
      expect(await it1.row(it1.sid)).toMatchObject({ status: 'Answered', reason: 'cut_off', talk_s: 7 })
    })

    test('whose word comes after the end of its talk is rung all the same', async () => {
      const it1 = await talk(provider)
      const answered = it1.ends()
      await new Promise((done) => setTimeout(done, 200))
      await it1.leaves()
      expect(await answered).toContain(client(it1))
    })
  },
)

describe('the word of a page that goes', () => {
  test('holds for one time: who comes back and hangs up has hung up', async () => {
    const it1 = await talk('local')
    await it1.leaves()
    const hangsUp = await it1.speaks(await it1.ends(), 2, 3)
    expect(await hangsUp()).toContain('<Response><Hangup/></Response>')
  })

  test('may be said again in the talk that went on', async () => {
    const it1 = await talk('local')
    await it1.leaves()
    const goesAgain = await it1.speaks(await it1.ends(), 2, 3)
    await it1.leaves()
    const xml = await goesAgain()
    expect(hooksIn(xml)['dial/3']).toBeDefined()
    expect(xml).toContain(client(it1))
  })

  test('gives the same answer to the same report', async () => {
    const it1 = await talk('local')
    await it1.leaves()
    expect(await it1.ends()).toBe(await it1.ends())
  })

  test('counts for nothing when the talk was on a telephone', async () => {
    const it1 = await talk('local', { own: 'phone' })
    expect((await it1.leaves()).status).toBe(404)
    expect(await it1.ends()).toContain('<Response><Hangup/></Response>')
  })

  test('does not bring back who was suspended', async () => {
    const it1 = await talk('local')
    await it1.leaves()
    await it.send(teamRoutes.suspend, it1.owner, { params: { id: it1.writer.userId } })
    const xml = await it1.ends()
    expect(xml).toContain(OTHER.phone)
    expect(xml).not.toContain(client(it1))
  })

  test('is taken from the person whom the call rang alone', async () => {
    const it1 = await talk('local')
    expect((await it1.leaves(it1.owner)).status).toBe(404)
    const stranger = await (await it.newBusiness()).member('Owner')
    expect((await it1.leaves(stranger)).status).toBe(404)
    expect(await it1.ends()).toContain('<Response><Hangup/></Response>')
  })

  test('keeps both recordings, and the call shows the longer one', async () => {
    const it1 = await talk('local', { recording: true })
    await it1.leaves()
    await it1.ends()
    for (const seconds of ['40', '5'])
      await it1.hook(`/${it1.callId}/recording`, {
        ...{ CallSid: it1.sid, RecordingSid: aSid('RE'), RecordingStatus: 'completed', RecordingChannels: '2' },
        ...{ RecordingSource: 'DialVerb', RecordingDuration: seconds },
      })
    const kept = await it1.db.selectFrom('recordings').select('seconds').where('call_id', '=', it1.callId).execute()
    expect(kept.map(({ seconds }) => seconds).sort()).toEqual([40, 5])
    expect((await it1.row(it1.sid)).recording).toMatchObject({ seconds: 40 })
  })
})
