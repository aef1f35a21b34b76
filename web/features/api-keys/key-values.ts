import type { ApiKey } from '#contract/auth/api-keys.ts'
import { dayOf } from '#contract/values/clock.ts'
import { lastMomentOf } from '#contract/values/last-moment.ts'

/** A key ends with a day; without addresses it may be used from all. */
export type LimitValues = { expiresAt: string | null; allowedAddresses: string[] }

export const limitsOf = ({ expiresAt, allowedAddresses }: LimitValues) => ({
  expiresAt: expiresAt && lastMomentOf(expiresAt),
  allowedAddresses: allowedAddresses.length ? allowedAddresses : null,
})
export const limitValuesOf = ({ expiresAt, allowedAddresses }: ApiKey): LimitValues => ({
  expiresAt: expiresAt && dayOf(expiresAt),
  allowedAddresses: allowedAddresses ?? [],
})

/** The problem of an address is shown with the field of all. */
export const ofAddresses = <T>(errors: Record<string, T>): Record<string, T> =>
  Object.fromEntries(
    Object.entries(errors).map(([path, text]) => [path.replace(/^allowedAddresses\b.*/, 'allowedAddresses'), text]),
  )
