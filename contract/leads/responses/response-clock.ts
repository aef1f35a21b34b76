import { z } from 'zod'
import { time } from '../../common.ts'

/** How long a caller or a lead has been waiting, in the working time of the campaign, at the time of the reply. */
export const ResponseClock = z.object({
  /** Working minutes within which the campaign wants to answer; null: no target. */
  target: z.number().int().nullable(),
  /** Whole working minutes since the first try of a caller, or since the lead came. */
  minutes: z.number().int(),
  /** Whether the campaign is open, so that the clock runs. */
  isRunning: z.boolean(),
  /** When it closes if the clock runs, else when it opens; null: not known. */
  changesAt: time.nullable(),
})
export type ResponseClock = z.output<typeof ResponseClock>
