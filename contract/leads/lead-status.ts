import { z } from 'zod'
import { id } from '../common.ts'

export const statusTypes = ['Open', 'Ongoing', 'On hold', 'Won', 'Lost'] as const
export type StatusType = (typeof statusTypes)[number]
/** The palette that a business picks from: each is readable in both schemes (web/app/theme.css). */
export const statusHues = ['sky', 'amber', 'violet', 'teal', 'pink', 'green', 'slate', 'orange', 'red'] as const

/** What the person who chooses a status is asked for. */
export const statusAsks = ['sale_amount', 'lost_reason'] as const
export type StatusAsk = (typeof statusAsks)[number]
/** What statuses of a type may ask for; the others ask for nothing. */
export const askOf: Partial<Record<StatusType, StatusAsk>> = { Won: 'sale_amount', Lost: 'lost_reason' }
/** A new lead is not decided yet. */
export const canBeDefault = (type: StatusType) => type !== 'Won' && type !== 'Lost'

/** A lead status of the business (decision 24); `position` is its place in lists. */
export const LeadStatus = z.object({
  _id: id,
  nameHe: z.string(),
  nameEn: z.string(),
  hue: z.enum(statusHues),
  type: z.enum(statusTypes),
  position: z.number().int(),
  /** New leads begin with it. */
  isDefault: z.boolean(),
  asks: z.enum(statusAsks).nullable(),
  /** Where it can be chosen, of the campaigns that the reader may see; null: everywhere. */
  campaignIds: z.array(id).nullable(),
})
export type LeadStatus = z.output<typeof LeadStatus>

/** Whether leads of a campaign can be given a status; leads that have it keep it anyway. */
export const isChosenIn = ({ campaignIds }: Pick<LeadStatus, 'campaignIds'>, campaignId: string) =>
  campaignIds === null || campaignIds.includes(campaignId)
