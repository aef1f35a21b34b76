import { createHash } from 'node:crypto'
import { newId } from '../../../server/platform/ids.ts'
import type { DemoCall } from './calls.ts'
import { readSound } from './sounds.ts'

/** Makes the recording of a call: its row and its audio file. */
export function makeRecording({ row, event }: DemoCall, sounding: number) {
  const id = newId()
  const name = id.replaceAll('-', '')
  const sound = readSound(sounding)
  return {
    sound,
    row: {
      business_id: row.business_id,
      id,
      call_id: row.id,
      provider_sid: `RE${name}`,
      kind: 'dial',
      state: 'stored',
      channels: 2,
      seconds: row.talk_s,
      bytes: sound.length,
      sha256: createHash('sha256').update(sound).digest(),
      mime: 'audio/wav',
      file: `recordings/${name}.wav`,
      created_at: String(event.at),
      stored_at: String(event.at),
    },
  }
}
