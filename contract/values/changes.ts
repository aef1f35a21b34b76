import { z } from 'zod'
import { MaybeConfirmation } from '../auth/confirmation.ts'

/** Fields of a request that are not changes: the previous values that the user saw, and the proof of identity. */
const aside: readonly string[] = ['expected', ...Object.keys(MaybeConfirmation.shape)]

/** An empty object names no field to change. */
const isChange = (value: unknown) =>
  value !== undefined && !(value !== null && value.constructor === Object && Object.keys(value).length === 0)

/**
 * The body of a PATCH: at least one field to change, and no unknown one, because a mistyped field would seem to be
 * changed.
 */
export const changing = (body: z.ZodType) =>
  (body instanceof z.ZodObject ? body.strict() : body).refine(
    (value) => Object.entries(value ?? {}).some(([name, of]) => !aside.includes(name) && isChange(of)),
    { error: 'no_changes', when: ({ issues }) => issues.length === 0 },
  )
