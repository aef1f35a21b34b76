import { type NumberPart, numberParts } from '#contract/calls/adopted-numbers.ts'
import type { NumberSettings } from '../../../providers/voice/voice.ts'

/** Addresses are compared without their fragment, which a provider may leave out. */
const bare = (value: string | undefined) => (value ?? '').replace(/#.*$/, '')

/** The parts in which something stands now that is in none of these settings: others have changed it. */
export const changedParts = (now: NumberSettings, known: readonly NumberSettings[]): NumberPart[] =>
  numberParts.filter((part) =>
    Object.entries(now[part]).some(([name, value]) => known.every((one) => bare(one[part][name]) !== bare(value))),
  )

/** The settings without these parts. */
export const withoutParts = (settings: NumberSettings, left: readonly NumberPart[]): Partial<NumberSettings> =>
  Object.fromEntries(numberParts.filter((part) => !left.includes(part)).map((part) => [part, settings[part]]))
