import type { GivenBack } from '#contract/calls/numbers.ts'
import type { NumberSettings, VoiceProvider } from '../../../providers/voice/voice.ts'
import type { Adopted } from '../numbers.queries.ts'
import { changedParts, withoutParts } from './giving-back.rules.ts'

type Back = {
  sid: string
  adopted: Adopted
  /** Whether what others changed meanwhile is left. */
  keepsChanges: boolean
  /** What Leadline would set now, if its address has changed since. */
  ours?: NumberSettings
}

/** Gives an adopted number back: restores what stood at the provider. It remains in the account. May run twice. */
export async function giveBack(
  provider: VoiceProvider,
  { sid, adopted, keepsChanges, ours }: Back,
): Promise<GivenBack> {
  const { stood, set } = adopted
  const found = await provider.getNumber(sid)
  if (!found) return 'gone'
  const changed = changedParts(found.settings, [stood, set, ...(ours ? [ours] : [])])
  await provider.applySettings(sid, withoutParts(stood, keepsChanges ? changed : []))
  if (!changed.length) return 'restored'
  return keepsChanges ? 'kept' : 'overwritten'
}
