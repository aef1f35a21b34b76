import { z } from 'zod'
import { byId, Done, day, id } from '../../common.ts'
import { heavyGet, route } from '../../route.ts'
import { User } from '../../team/users.ts'
import { AssignmentRule, CAPACITY_MAX, CAPACITY_MIN } from './assignment-shapes.ts'

/** A person to whom the campaign's leads may be assigned. */
export const AssignmentPerson = z.object({
  user: User,
  isOnShift: z.boolean(),
  /** Open leads of all campaigns; null for readers other than Owners and Admins. */
  open: z.number().int().nullable(),
  /** The most open leads that rules may give them; null: any number, or the reader is neither Owner nor Admin. */
  capacity: z.number().int().nullable(),
})
export type AssignmentPerson = z.output<typeof AssignmentPerson>

export const CampaignAssignment = z.object({
  rule: AssignmentRule,
  /** Number of changes; a change sends the one that was read. */
  version: z.number().int(),
  people: z.array(AssignmentPerson),
  /** Leads that wait for a person. */
  waiting: z.number().int(),
})
export type CampaignAssignment = z.output<typeof CampaignAssignment>

/** Answered leads from which a median is computed, at most: the newest. */
export const MEDIAN_OF_NEWEST = 1_000
/** Campaigns in the figures, those with the most late leads first. */
export const RESPONSE_CAMPAIGNS_MAX = 50
/** People in the figures, in the order of their names. */
export const RESPONSE_PEOPLE_MAX = 100

/** The first response to leads of a period. Each count equals the total of the list with this value of `responseTarget`. */
export const ResponseFigures = z.object({
  answered: z.number().int(),
  inTime: z.number().int(),
  tooLate: z.number().int(),
  notYet: z.number().int(),
  /** Working minutes, of the newest MEDIAN_OF_NEWEST answered leads; null: none was answered. */
  median: z.number().nullable(),
})
export type ResponseFigures = z.output<typeof ResponseFigures>
export const CampaignResponse = ResponseFigures.extend({
  campaignId: id,
  name: z.string(),
  target: z.number().int().nullable(),
  /** Unanswered leads after their target, of any time: the list with the filter `late` has as many. */
  late: z.number().int(),
})
export type CampaignResponse = z.output<typeof CampaignResponse>
/** Of the leads that are assigned to a member now. */
export const PersonResponse = ResponseFigures.extend({ user: User })
export type PersonResponse = z.output<typeof PersonResponse>

const ofCampaign = {
  path: '/user/campaign/:id/assignment',
  access: 'None',
  can: 'assignment.edit',
  params: byId,
} as const
const Reply = z.object({ success: z.literal(true), assignment: CampaignAssignment })

export const assignmentRoutes = {
  get: route({
    ...ofCampaign,
    method: 'GET',
    summary: "The rule by which a campaign's new leads are assigned, and the people who can get them",
    reply: Reply,
  }),
  change: route({
    ...ofCampaign,
    method: 'PUT',
    summary: "Replace the rule by which a campaign's new leads are assigned",
    body: z.object({ rule: AssignmentRule, expected: z.number().int() }),
    reply: Reply,
  }),
  capacity: route({
    method: 'GET',
    path: '/business/lead-capacities/:id',
    access: 'Admin',
    summary: "A person's open leads, and the most that rules may give them; null: any number",
    params: byId,
    reply: z.object({
      success: z.literal(true),
      open: z.number().int(),
      capacity: z.number().int().nullable(),
    }),
  }),
  changeCapacity: route({
    method: 'PUT',
    path: '/business/lead-capacities/:id',
    access: 'Admin',
    summary: 'The most open leads that rules may give a person; null: any number',
    params: byId,
    body: z.object({
      capacity: z
        .number()
        .int('out_of_range')
        .min(CAPACITY_MIN, 'out_of_range')
        .max(CAPACITY_MAX, 'out_of_range')
        .nullable(),
    }),
    reply: Done,
  }),
  figures: route({
    ...heavyGet,
    path: '/dashboard/first-response',
    access: 'None',
    summary:
      'Late leads now, and the first response to leads of a period in working minutes, by campaign and by person',
    query: z.object({ campaignId: id.optional(), from: day.optional(), to: day.optional() }),
    reply: z.object({
      success: z.literal(true),
      late: z.number().int(),
      /** All leads of the period that the caller sees. */
      all: ResponseFigures,
      campaigns: z.array(CampaignResponse),
      /** Members with such a lead. */
      people: z.array(PersonResponse),
    }),
  }),
}
