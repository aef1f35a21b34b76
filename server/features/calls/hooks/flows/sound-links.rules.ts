import { isSigned, sign } from '../../../../platform/http/downloads.ts'
import type { Prompt } from '../../../numbers/routing.rules.ts'

const PURPOSE = 'sounds for the provider'

/** A sound that the provider plays, or a part of it. `music`: the built-in music. */
export type SoundLink = { connectionId: string; sound: string; part: number | undefined }
const textOf = ({ connectionId, sound, part }: SoundLink) => JSON.stringify([connectionId, sound, part ?? null])

type Base = { publicUrl: string; secretKey: string }
/** An address that only the provider learns; it stays the same, so that the provider may keep what it fetched. */
export function soundUrl(
  { publicUrl, secretKey }: Base,
  connectionId: string,
  prompt: Exclude<Prompt, { by: 'text' }>,
) {
  const sound = prompt.by === 'music' ? 'music' : prompt.soundId
  const link = { connectionId, sound, part: prompt.by === 'music' ? undefined : prompt.part }
  const query = new URLSearchParams({
    ...(link.part !== undefined && { p: String(link.part) }),
    s: sign(secretKey, PURPOSE, textOf(link)),
  })
  return `${publicUrl}/hooks/voice/${connectionId}/sound/${sound}?${query}`
}

type Asked = { connectionId: string; sound: string; query: Record<string, unknown> }
/** The sound of an address; undefined if the signature is not ours. */
export function readSoundUrl(secretKey: string, { connectionId, sound, query }: Asked): SoundLink | undefined {
  const { p, s } = query
  const part = typeof p === 'string' && /^\d{1,6}$/.test(p) ? Number(p) : undefined
  const link = { connectionId, sound, part }
  const signature = typeof s === 'string' ? s : null
  return isSigned(secretKey, PURPOSE, { text: textOf(link), signature }) ? link : undefined
}
