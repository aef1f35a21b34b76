import { z } from 'zod'
import { id } from '../common.ts'

export const statusTypes = ['Open', 'Ongoing', 'On hold', 'Won', 'Lost'] as const
export type StatusType = (typeof statusTypes)[number]
/** Colours for statuses; each is readable in both colour schemes (web/app/theme.css). */
export const statusHues = ['sky', 'amber', 'violet', 'teal', 'pink', 'green', 'slate', 'orange', 'red'] as const

/** Values for which the user is prompted when choosing a status. */
export const statusAsks = ['sale_amount', 'lost_reason'] as const
export type StatusAsk = (typeof statusAsks)[number]
/** The prompt that statuses of each type may have; other types have none. */
export const askOf: Partial<Record<StatusType, StatusAsk>> = { Won: 'sale_amount', Lost: 'lost_reason' }
/** Won and Lost cannot be the status of a new lead. */
export const canBeDefault = (type: StatusType) => type !== 'Won' && type !== 'Lost'

/** A lead status of the business (decision 24); `position` is its rank in lists. */
export const LeadStatus = z.object({
  _id: id,
  nameHe: z.string(),
  nameEn: z.string(),
  hue: z.enum(statusHues),
  type: z.enum(statusTypes),
  position: z.number().int(),
  /** New leads get this status. */
  isDefault: z.boolean(),
  asks: z.enum(statusAsks).nullable(),
  /** Campaigns that offer the status, among those visible to the caller; null: all campaigns. */
  campaignIds: z.array(id).nullable(),
})
export type LeadStatus = z.output<typeof LeadStatus>

/** Whether a campaign offers a status. Leads that already have the status keep it anyway. */
export const isChosenIn = ({ campaignIds }: Pick<LeadStatus, 'campaignIds'>, campaignId: string) =>
  campaignIds === null || campaignIds.includes(campaignId)
