import { z } from 'zod'
import { id } from '../../common.ts'
import { User } from '../../team/users.ts'

/** A lead in a row of work. */
export const TodayLead = z.object({
  _id: id,
  name: z.string(),
  /** Masked for readers from whom the business hides contacts. */
  phone: z.string().nullable(),
  email: z.string().nullable(),
  /** Marked as not to be called by anyone. */
  doNotCall: z.boolean(),
  campaignId: id,
  campaignName: z.string(),
  assignedTo: User.nullable(),
})
export type TodayLead = z.output<typeof TodayLead>
