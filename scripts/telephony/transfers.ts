import { type ChildProcess, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readWav, ruledBy } from '../../switchboard/testing/sound.ts'
import { ownAddress, registered, start } from './baresip.ts'
import { type ConsoleCall, type House, openHouse, pause, RECORDED_ROOM, room, until } from './house.ts'
import type { Finding } from './telephony.ts'

const CALLER = { name: 'caller', password: 'caller-secret', shown: '+972501110001', hz: 440, port: 26_300 }
const DESK = { name: 'desk', password: 'desk-secret', shown: '+972502220001', hz: 1_000, port: 26_320 }
const COLLEAGUE = { name: 'colleague', password: 'their-secret', shown: '+972502220002', hz: 1_500, port: 26_340 }

const TALK_MS = 3_000
const RECORDED = 'record="record-from-answer-dual" recordingStatusCallback="/recording"'
const dial = (phone: string) =>
  `<Dial action="/dial" answerOnBridge="true" ${RECORDED}><Number>${phone}</Number></Dial>`

/** Three baresip phones: a talk is put on hold and resumed in a conference, and then transferred to the third phone. */
export async function checkTransfers(): Promise<Finding> {
  if (spawnSync('baresip', ['-h']).error)
    return { lines: ['skipped: baresip is not here (Debian: apt-get install baresip-core)'], good: true }
  const host = ownAddress()
  if (!host) return { lines: ['skipped: baresip refuses loopback, and this machine has no other address'], good: true }
  const folder = mkdtempSync(join(tmpdir(), 'transfers-'))
  const users = [CALLER, DESK, COLLEAGUE].map(({ name, password, shown }) => `${name}:${password}:${shown}`).join()
  const house = await openHouse({
    SWITCHBOARD_SIP_HOST: host,
    SWITCHBOARD_SIP_USERS: users,
    SWITCHBOARD_SIP_GUESTS: '',
  })
  const phones: ChildProcess[] = []
  try {
    house.say(dial(DESK.shown))
    for (const one of [DESK, COLLEAGUE])
      phones.push(start(house, join(folder, one.name), { ...one, host, answer: 'auto' }))
    const areThere = async () => {
      const there = await registered(house)
      return [DESK, COLLEAGUE].every(({ shown }) => there.includes(shown))
    }
    await until(areThere, 15, 'the phones register')
    const command = `/dial sip:${house.number}@${house.sip.host}:${house.sip.port}`
    phones.push(start(house, join(folder, 'caller'), { ...CALLER, host, answer: 'manual' }, command))
    await holdAndTransfer(house)
    return await heard(house)
  } finally {
    for (const phone of phones) phone.kill('SIGKILL')
    await house.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function holdAndTransfer(house: House) {
  const talksTo = async (to: string) =>
    (await house.console<ConsoleCall[]>('/calls')).find((call) => call.to === to && call.status === 'in-progress')
  const reaches = async (to: string) => {
    await until(async () => (await talksTo(to)) !== undefined, 15, `${to} answers`)
    return talksTo(to)
  }
  const desk = await reaches(DESK.shown)
  await pause(TALK_MS)
  house.sayAfter('<Pause length="60"/>')
  await house.move(desk?.sid ?? '', room('startConferenceOnEnter="false"'))
  await until(() => house.hooks.some(({ path }) => path === '/dial'), 15, 'the caller waits')
  const caller = desk?.parentCallSid ?? ''
  await house.move(caller, room(RECORDED_ROOM))
  await pause(TALK_MS)
  await house.move(caller, dial(COLLEAGUE.shown))
  await reaches(COLLEAGUE.shown)
  await pause(TALK_MS)
  house.sayAfter('<Hangup/>')
  await house.move(caller, '<Hangup/>')
}

/** Each talk is recorded, with one voice in each channel. In a conference the call that came first is the first. */
async function heard(house: House): Promise<Finding> {
  const recorded = () =>
    house.hooks.filter(({ path }) => path === '/recording').map(({ params }) => params.RecordingUrl)
  await until(() => recorded().length === 3, 20, 'three recordings')
  const talks = [
    { what: 'the talk', voices: [CALLER, DESK] },
    { what: 'after the hold', voices: [DESK, CALLER] },
    { what: 'after the transfer', voices: [CALLER, COLLEAGUE] },
  ]
  const found = await Promise.all(
    talks.map(async ({ what, voices }, i) => {
      const { left, right } = readWav(await house.recording(recorded()[i] ?? ''))
      const shares = [left, right].map((sound, side) => ruledBy(voices[side]?.hz ?? 0, sound))
      const names = voices.map(({ name, hz }) => `${name} ${hz} Hz`).join(' and ')
      const line = `${what}: ${names} rule ${shares.map((n) => n.toFixed(2)).join(' and ')} of their channels`
      return { line, isGood: shares.every((share) => share > 0.9) }
    }),
  )
  return { lines: found.map(({ line }) => line), good: found.every(({ isGood }) => isGood) }
}
