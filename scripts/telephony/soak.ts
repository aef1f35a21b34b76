import type { AgentCall } from '../../switchboard/testing/agent-call.ts'
import { SipAgent } from '../../switchboard/testing/sip-agent.ts'
import { readWav, ruledBy, secondsHeard } from '../../switchboard/testing/sound.ts'
import { type House, openHouse, pause, until } from './house.ts'
import type { Finding } from './telephony.ts'

const CALLS = 30
const SECONDS = 15
const DESK = { username: 'desk', password: 'desk-secret', e164: '+972502220001' }
const CALLER_HZ = 440
const DESK_HZ = 1_000

type Ended = { event: string; fields?: { lost?: number; received?: number } } & Record<string, unknown>

/** Thirty concurrent calls of fifteen seconds, A-law to µ-law, both channels recorded. */
export async function soak(): Promise<Finding> {
  const house = await openHouse({ SWITCHBOARD_SIP_USERS: `${DESK.username}:${DESK.password}:${DESK.e164}` })
  const onCall = (call: AgentCall) => {
    call.ring()
    setTimeout(() => call.answer(), 200)
  }
  const desk = await SipAgent.open({ exchange: house.sip, account: DESK, tone: DESK_HZ, onCall })
  const caller = await SipAgent.open({ exchange: house.sip })
  try {
    await desk.register()
    house.say(
      `<Dial action="/dial" answerOnBridge="true" record="record-from-answer-dual" recordingStatusCallback="/recording">
        <Number>${DESK.e164}</Number></Dial>`,
    )
    return await talk(house, caller, desk)
  } finally {
    caller.close()
    desk.close()
    await house.close()
  }
}

async function talk(house: House, caller: SipAgent, desk: SipAgent): Promise<Finding> {
  const before = house.used()
  const calls = await Promise.all(
    Array.from({ length: CALLS }, (_, n) =>
      caller.call(house.number, {
        from: `+9725011100${String(n).padStart(2, '0')}`,
        tone: CALLER_HZ,
        codecs: ['PCMA'],
      }),
    ),
  )
  await Promise.all(calls.map((call) => call.reached('answered')))
  await pause(SECONDS * 1_000)
  const after = house.used()
  for (const call of calls) call.bye()
  await until(() => house.hooks.filter(({ path }) => path === '/recording').length === CALLS, 30, 'all recordings')
  await until(async () => (await house.console<{ live: number }>('/state')).live === 0, 10, 'the end of all calls')
  const sounds = await Promise.all(recordingsOf(house).map(async (url) => readWav(await house.recording(url))))
  const clear = sounds.filter(
    ({ left, right }) =>
      ruledBy(CALLER_HZ, left) > 0.95 && ruledBy(DESK_HZ, right) > 0.95 && secondsHeard(left) > SECONDS - 1,
  ).length
  const media = [...calls, ...desk.taken].map((call) => call.media)
  const passed = media.reduce((sum, { received }) => sum + received, 0)
  const lost = media.reduce((sum, each) => sum + each.lost, 0) + (await lostAtExchange(house))
  const cpu = before && after ? `${(after.cpu - before.cpu).toFixed(1)} s` : 'unknown here'
  const lines = [
    `${calls.filter(({ status }) => status === 200).length}/${CALLS} calls answered, ${passed} packets heard, ${lost} lost, ` +
      `${clear}/${CALLS} recordings clear in both channels; processor ${cpu}, memory ${after?.memory ?? '?'} MB`,
    'Row of docs/benchmarks.md:',
    `| ${CALLS} concurrent recorded calls of ${SECONDS} s, transcoded | ${lost} of ${passed} packets lost, ${clear} of ${CALLS} recordings clear in both channels, ${cpu} of a processor, ${after?.memory ?? '?'} MB | none lost | ${lost === 0 && clear === CALLS ? '✓' : '✗'} |`,
  ]
  // Packet loss depends on the machine, so it is printed but does not fail the test.
  return { lines, good: clear === CALLS }
}

const recordingsOf = (house: House): string[] =>
  house.hooks.filter(({ path }) => path === '/recording').map(({ params }) => params.RecordingUrl ?? '')

async function lostAtExchange(house: House): Promise<number> {
  const log = await house.console<Ended[]>('/log')
  return log
    .filter(({ event }) => event === 'sip.ended')
    .reduce((sum, line) => sum + Number(line.fields?.lost ?? line.lost ?? 0), 0)
}
