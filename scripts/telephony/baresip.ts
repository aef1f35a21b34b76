import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { readWav, ruledBy } from '../../switchboard/testing/sound.ts'
import { type House, openHouse, pause, until } from './house.ts'
import type { Finding } from './telephony.ts'

const CALLER = { name: 'caller', password: 'caller-secret', shown: '+972501110001', hz: 440, port: 26_200 }
const DESK = { name: 'desk', password: 'desk-secret', shown: '+972502220001', hz: 1_000, port: 26_220 }
type Phone = { name: string; password: string; shown: string; hz: number; port: number }

/** Two baresip phones register with passwords and talk. Many phones and apps are built on baresip. */
export async function checkWithBaresip(): Promise<Finding> {
  if (spawnSync('baresip', ['-h']).error)
    return { lines: ['skipped: baresip is not here (Debian: apt-get install baresip-core)'], good: true }
  const host = ownAddress()
  if (!host) return { lines: ['skipped: baresip refuses loopback, and this machine has no other address'], good: true }
  const folder = mkdtempSync(join(tmpdir(), 'baresip-'))
  const users = [CALLER, DESK].map(({ name, password, shown }) => `${name}:${password}:${shown}`).join()
  const house = await openHouse({
    SWITCHBOARD_SIP_HOST: host,
    SWITCHBOARD_SIP_USERS: users,
    SWITCHBOARD_SIP_GUESTS: '',
  })
  const phones: ChildProcess[] = []
  try {
    house.say(
      `<Dial action="/dial" answerOnBridge="true" record="record-from-answer-dual" recordingStatusCallback="/recording">
        <Number>${DESK.shown}</Number></Dial>`,
    )
    phones.push(start(house, join(folder, 'desk'), { ...DESK, host, answer: 'auto' }))
    await until(async () => (await registered(house)).includes(DESK.shown), 15, 'the desk registers')
    const dial = `/dial sip:${house.number}@${house.sip.host}:${house.sip.port}`
    const caller = start(house, join(folder, 'caller'), { ...CALLER, host, answer: 'manual' }, dial)
    phones.push(caller)
    await pause(6_000)
    caller.kill('SIGINT')
    await until(() => house.hooks.some(({ path }) => path === '/recording'), 15, 'the recording')
    const url = house.hooks.find(({ path }) => path === '/recording')?.params.RecordingUrl ?? ''
    const { left, right } = readWav(await house.recording(url))
    const shares = [ruledBy(CALLER.hz, left), ruledBy(DESK.hz, right)]
    const good = shares.every((share) => share > 0.9)
    return {
      lines: [
        `caller ${CALLER.hz} Hz and desk ${DESK.hz} Hz rule ${shares.map((n) => n.toFixed(2)).join(' and ')} of their channels`,
      ],
      good,
    }
  } finally {
    for (const phone of phones) phone.kill('SIGKILL')
    await house.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

export async function registered(house: House): Promise<string[]> {
  return (await house.console<{ address: string }[]>('/phones')).map(({ address }) => address)
}

export type Place = Phone & { host: string; answer: 'auto' | 'manual' }

export function start(house: House, folder: string, phone: Place, command?: string): ChildProcess {
  mkdirSync(folder)
  const tone = join(folder, 'tone.wav')
  writeFileSync(tone, wavTone(phone.hz, 20))
  const modules = ['g711', 'aufile', 'account', 'menu'].map((name) => `module ${name}.so`)
  const settings = [
    `sip_listen ${phone.host}:${phone.port}`,
    `audio_source aufile,${tone}`,
    `audio_player aufile,${join(folder, 'heard.wav')}`,
    'audio_alert aufile,/dev/null',
    'module_path /usr/lib/baresip/modules',
    ...modules,
  ]
  writeFileSync(join(folder, 'config'), `${settings.join('\n')}\n`)
  const { host, port } = house.sip
  writeFileSync(
    join(folder, 'accounts'),
    `<sip:${phone.name}@${host}:${port}>;auth_user=${phone.name};auth_pass=${phone.password};answermode=${phone.answer};regint=60\n`,
  )
  writeFileSync(join(folder, 'contacts'), '')
  return spawn('baresip', ['-f', folder, ...(command ? ['-e', command] : [])], { stdio: ['pipe', 'ignore', 'ignore'] })
}

function wavTone(hz: number, seconds: number): Buffer {
  const count = seconds * 8_000
  const file = Buffer.alloc(44 + count * 2)
  file.write('RIFF', 0)
  file.writeUInt32LE(36 + count * 2, 4)
  file.write('WAVEfmt ', 8)
  for (const [at, value] of [
    [16, 16],
    [24, 8_000],
    [28, 16_000],
    [40, count * 2],
  ] as const)
    file.writeUInt32LE(value, at)
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    file.writeUInt16LE(value, at)
  file.write('data', 36)
  for (let at = 0; at < count; at++)
    file.writeInt16LE(Math.round(8_000 * Math.sin((2 * Math.PI * hz * at) / 8_000)), 44 + at * 2)
  return file
}

export function ownAddress(): string | undefined {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address
}
