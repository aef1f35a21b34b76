import type { Db } from '../../../platform/db/db.ts'
import { findWav } from '../call-sounds.queries.ts'
import { BYTES_A_SECOND, HEADER_BYTES, wavOf } from '../wav.rules.ts'
import { builtInMusic } from './music.rules.ts'
import { findSamples } from './sound-parts.queries.ts'

/** The music of a caller who waits is played in parts of this length; between them free phones ring. */
const PART_SECONDS = 15

/** `music`: the built-in music. */
export type AskedSound = { sound: string; part: number | undefined }
/** A sound as a WAV file, or a part of it; undefined: there is none. */
export async function findSoundFile(
  db: Db,
  businessId: string,
  { sound, part }: AskedSound,
): Promise<Buffer | undefined> {
  if (sound === 'music') return builtInMusic()
  if (part === undefined) return findWav(db, businessId, sound)
  const bytes = PART_SECONDS * BYTES_A_SECOND
  const samples = await findSamples(db, businessId, { id: sound, part, bytes, headerBytes: HEADER_BYTES })
  return samples && wavOf(samples)
}
