import { mkdir, writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { nameOfSound, SOUND_SECONDS, SOUNDS } from '../db/demo/calls/sounds.ts'
import { encodeG711 } from '../switchboard/rtp/g711.ts'
import { readWav } from '../switchboard/testing/sound.ts'
import { makeTalk } from './demo-recordings/voices.ts'
import { type House, openHouse, until } from './telephony/house.ts'

/** Extra time on the line beyond the kept part. */
const SPARE_MS = 600
const ANSWER_MS = 800
const FIRST_TALK = 1_969
const RATE = 8_000
const CALLER = '+972724440301'
const DESK = '+972724440302'

/**
 * Regenerates the demo's recordings: robots of an exchange call each other and talk, the exchange records both sides,
 * and the recordings are packed into db/demo/sounds. Takes as long as the talks.
 */
const house = await openHouse()
try {
  house.say(
    `<Dial action="/dial" answerOnBridge="true" record="record-from-answer-dual" recordingStatusCallback="/recording">
      <Number>${DESK}</Number></Dial>`,
  )
  await mkdir(SOUNDS, { recursive: true })
  for (const [i, seconds] of SOUND_SECONDS.entries()) {
    const packed = await record(house, { seconds, seed: FIRST_TALK + i })
    await writeFile(new URL(nameOfSound(i), SOUNDS), packed)
    console.log(`${nameOfSound(i)}: ${seconds} s, ${packed.length} bytes`)
  }
} finally {
  await house.close()
}

async function record(at: House, { seconds, seed }: { seconds: number; seed: number }): Promise<Buffer> {
  const { caller, answerer } = makeTalk(seconds, seed)
  const known = recordings(at).length
  await at.command('PUT', '/robots', {
    address: DESK,
    answerAfterMs: ANSWER_MS,
    forOneCall: true,
    wav: answerer.toString('base64'),
  })
  await at.command('POST', '/robot-calls', {
    from: CALLER,
    to: at.number,
    wav: caller.toString('base64'),
    hangUpAfterMs: seconds * 1_000 + SPARE_MS,
  })
  await until(() => recordings(at).length > known, seconds + 20, 'the recording')
  const { left, right } = readWav(await at.recording(recordings(at).at(-1) ?? ''))
  const kept = [left, right].map((samples) => encodeG711('PCMU', samples.subarray(0, seconds * RATE)))
  if (kept.some(({ length }) => length < seconds * RATE)) throw new Error('the recording is too short')
  return gzipSync(Buffer.concat(kept), { level: 9 })
}

function recordings({ hooks }: House): string[] {
  return hooks.filter(({ path }) => path === '/recording').map(({ params }) => params.RecordingUrl ?? '')
}
