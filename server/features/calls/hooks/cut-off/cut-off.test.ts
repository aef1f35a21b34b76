import { describe, expect, test } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import type { Routing } from '#contract/calls/routing.ts'
import { privacyRoutes } from '#contract/privacy.ts'
import { teamRoutes } from '#contract/team/team.ts'
import { PASSWORD } from '../../../../testing/accounts/test-accounts.ts'
import { aPhone, testApp } from '../../../../testing/test-app.ts'
import { aRouting, aSid, hooksIn, testExchange, testNumber } from '../../../../testing/test-numbers.ts'

const it = await testApp({ exchange: () => testExchange })
type Target = Routing['ring']['targets'][number]

/** A customer talks with the writer in the browser, or on the writer's mobile phone. */
async function talk({ kind = 'softphone', others = [] }: { kind?: 'softphone' | 'phone'; others?: Target[] } = {}) {
  const business = await it.newBusiness()
  const [owner, writer] = [await business.member('Owner'), await business.member('Writer')]
  const { userId } = writer
  const own: Target = kind === 'softphone' ? { kind, userId } : { kind, phone: '+972501111111', userId }
  const ring = { ...aRouting().ring, targets: [own, ...others] }
  const number = await testNumber(it, business, { routing: { ring } })
  const { sid, xml } = await number.dial(aPhone())
  const child = { CallSid: aSid('CA'), ParentCallSid: sid }
  await number.hook(hooksIn(xml)['leg/1/0'] ?? '', { ...child, CallStatus: 'in-progress', SequenceNumber: '1' })
  const { id } = await number.row(sid)
  /** The phone's leg ends while the caller is still connected; returns the caller's next instructions. */
  const legEnds = async () => {
    const done = { CallSid: sid, CallStatus: 'in-progress', DialCallStatus: 'completed', DialBridged: 'true' }
    return (await number.hook(`/${id}/dial/1`, { ...done, DialCallSid: child.CallSid, DialCallDuration: '7' })).xml
  }
  return { ...business, ...number, owner, writer, sid, legEnds }
}

/** The writer deletes their own account. */
async function eraseAccount({ writer }: Talk) {
  const { email } = (await it.send(authRoutes.getCurrentUser, writer, {})).body.user
  return it.send(privacyRoutes.eraseSelf, writer, { body: { typed: email, password: PASSWORD } })
}

type Talk = Awaited<ReturnType<typeof talk>>
const by = ({ writer }: Talk) => ({ params: { id: writer.userId } })
const ways: [how: string, act: (it1: Talk) => Promise<{ status: number }>][] = [
  ['suspended', (it1) => it.send(teamRoutes.suspend, it1.owner, by(it1))],
  ['removed', (it1) => it.send(teamRoutes.remove, it1.owner, { ...by(it1), body: { takeOver: null } })],
  ['gone by themselves', (it1) => it.send(teamRoutes.leave, it1.writer, {})],
  ['gone with their account', eraseAccount],
]

describe('a customer whose person in the browser is', () => {
  test.each(ways)('%s: hears an announcement when no other phone is in the list', async (_how, act) => {
    const it1 = await talk()
    expect((await act(it1)).status).toBe(200)
    const xml = await it1.legEnds()
    expect(xml).toContain('</Say><Hangup/>')
    expect(xml).not.toContain('<Dial')
    const ended = await it1.hook('/status', { CallSid: it1.sid, CallStatus: 'completed', CallDuration: '20' })
    expect(ended.status).toBe(200)
    expect(await it1.row(it1.sid)).toMatchObject({ status: 'Answered', reason: 'cut_off' })
  })

  test.each(ways)('%s: rung through to the next phone', async (_how, act) => {
    const it1 = await talk({ others: [{ kind: 'phone', phone: '+972502222222', userId: null }] })
    await act(it1)
    expect(await it1.legEnds()).toMatch(/<\/Say><Dial .*\+972502222222/)
  })

  test('still there: hanging up is the end of the call', async () => {
    expect(await (await talk()).legEnds()).toContain('<Response><Hangup/></Response>')
  })
})

describe('a customer who speaks with a member’s mobile phone', () => {
  test.each(ways)('is rung through to the next phone when it hangs up and its person was %s', async (_how, act) => {
    const it1 = await talk({ kind: 'phone', others: [{ kind: 'phone', phone: '+972502222222', userId: null }] })
    await act(it1)
    const xml = await it1.legEnds()
    expect(xml).toMatch(/<\/Say><Dial .*\+972502222222/)
    expect(xml).not.toContain('+972501111111')
  })

  test('is let go when its person hangs up, signed in or not', async () => {
    const it1 = await talk({ kind: 'phone' })
    await it.send(authRoutes.logout, it1.writer, {})
    expect(await it1.legEnds()).toContain('<Response><Hangup/></Response>')
  })
})
