import { z } from 'zod'
import {
  byId,
  Done,
  day,
  email,
  id,
  jsonQuery,
  Pagination,
  Paging,
  SEARCH_MAX,
  storedDay,
  text,
  time,
} from './common.ts'
import { languages } from './constants.ts'
import { campaignRoles, roles } from './roles.ts'
import { heavyGet, route } from './route.ts'
import { phoneInput, User } from './team/users.ts'
import { CampaignLink, LINKS_MAX, LinkChange, NewLink } from './values/links.ts'
import { publicTitle } from './values/name-rules.ts'

/** Debounce of the campaign search (specification, section 9). */
export const CAMPAIGN_SEARCH_DEBOUNCE_MS = 300
/** Maximum number of campaigns in a selector, and in search results. */
export const CAMPAIGN_NAMES_MAX = 500
export const CAMPAIGNS_FOUND_MAX = 100
/** Limits for a campaign: the number of its tags, the length of a tag, and the number of notification addresses. */
export const TAGS_MAX = 20
export const TAG_MAX = 30
export const RECIPIENTS_MAX = 20
export const NOTES_MAX = 2_000
/** Bounds of a campaign's target for the first response, in working minutes. */
export const RESPONSE_TARGET_MIN = 1
export const RESPONSE_TARGET_MAX = 10_080
/** Of a new campaign; the default of the column. */
export const RESPONSE_TARGET_STANDARD = 30
export const campaignStates = ['New', 'Waiting', 'Paused'] as const

/** The fields of a campaign that selectors and lists show. */
/** Maximum of lead ids that a campaign names; the others are in the list of leads. */
export const CAMPAIGN_LEADS_MAX = 10

export const CampaignName = z.object({ _id: id, name: z.string(), image: z.string().nullable() })

/** A member of the campaign with their campaign role. */
export const CampaignMember = z.object({ userId: id, role: z.enum(campaignRoles) })
export type CampaignMember = z.output<typeof CampaignMember>

export const Campaign = CampaignName.extend({
  /** An array with one element: the id of the owning business. */
  businessId: z.array(id),
  business_id: id,
  email: z.string().nullable(),
  links: z.array(CampaignLink),
  tags: z.array(z.string()),
  startDate: storedDay.nullable(),
  endDate: storedDay.nullable(),
  notes: z.string(),
  isEnabled: z.boolean(),
  /** New: nothing has been received yet; Waiting: the start is in the future; Paused: disabled; null: running. */
  state: z.enum(campaignStates).nullable(),
  emailNotifications: z.array(z.string()),
  smsNotifications: z.array(z.string()),
  /** Working minutes within which missed callers should be answered; null: no target. */
  responseTarget: z.number().int().nullable(),
  /** The oldest of its numbers. */
  virtualNumber: z.string().nullable(),
  /** Its virtual numbers, the oldest first, in E.164. */
  numbers: z.array(z.object({ _id: id, phone: z.string() })),
  facebookCampaignId: z.string().nullable(),
  /** The caller's role in this campaign. */
  role: z.enum(roles),
  userCount: z.number().int(),
  leadsCount: z.number().int(),
  /** Ids of its newest leads that the caller may read, at most CAMPAIGN_LEADS_MAX, the newest first. */
  leads: z.array(id).max(CAMPAIGN_LEADS_MAX),
  /** Total value of won leads in agorot; null if the caller may not see sales. */
  totalSales: z.number().int().nullable(),
  createdAt: time,
})
export type Campaign = z.output<typeof Campaign>
/** A campaign with its calls of all time; null if the caller may not hear them. Each count equals the total of a call list. */
export const CampaignWithCalls = Campaign.extend({
  calls: z
    .object({
      total: z.number().int(),
      answered: z.number().int(),
      /** Answered calls divided by ended calls that a phone could have answered, 0 to 1; null without any. */
      answeredShare: z.number().nullable(),
    })
    .nullable(),
})
export type CampaignWithCalls = z.output<typeof CampaignWithCalls>

const dates = { startDate: day.nullable(), endDate: day.nullable() }
const inOrder = ({ startDate, endDate }: { startDate?: string | null; endDate?: string | null }) =>
  !startDate || !endDate || startDate <= endDate
const endsAfterStart = { path: ['endDate'], message: 'end_before_start' }

const NewCampaignShape = z.object({
  name: publicTitle,
  ...dates,
  tags: z.array(text(TAG_MAX, 1)).max(TAGS_MAX),
  notes: text(NOTES_MAX),
  links: z.array(NewLink).max(LINKS_MAX),
  isEnabled: z.boolean(),
  members: z.array(CampaignMember).max(200),
  emailNotifications: z.array(email).max(RECIPIENTS_MAX),
  smsNotifications: z.array(phoneInput).max(RECIPIENTS_MAX),
  responseTarget: z
    .number()
    .int('out_of_range')
    .min(RESPONSE_TARGET_MIN, 'out_of_range')
    .max(RESPONSE_TARGET_MAX, 'out_of_range')
    .nullable(),
})
/** Only the name is required. */
export const NewCampaign = NewCampaignShape.partial()
  .required({ name: true })
  .extend({
    /** If given, also creates a website form in this language, ready to use without changes. */
    form: z.object({ language: z.enum(languages) }).optional(),
  })
  .refine(inOrder, endsAfterStart)
export const CampaignChanges = NewCampaignShape.extend({
  /** The complete set: an omitted link is deleted together with its short address. */
  links: z.array(LinkChange).max(LINKS_MAX),
})
  .partial()
  .refine(inOrder, endsAfterStart)
export type NewCampaign = z.output<typeof NewCampaign>
export type CampaignChanges = z.output<typeof CampaignChanges>

export const CampaignFilters = z.strictObject({
  isEnabled: z.boolean().optional(),
  tags: z.array(text(TAG_MAX, 1)).max(TAGS_MAX).optional(),
})
export type CampaignFilters = z.output<typeof CampaignFilters>

export const campaignRoutes = {
  list: route({
    ...heavyGet,
    path: '/user/campaign',
    access: 'Reader',
    summary: 'Campaigns that the caller may read, newest first',
    query: Paging.extend({ filters: jsonQuery(CampaignFilters).optional(), search: text(SEARCH_MAX).optional() }),
    reply: z.object({ success: z.literal(true), campaigns: z.array(CampaignWithCalls), pagination: Pagination }),
  }),
  names: route({
    method: 'GET',
    path: '/user/campaign/names',
    access: 'None',
    scope: 'campaigns:read',
    summary: `Names of all campaigns that the caller may read, for selectors (at most ${CAMPAIGN_NAMES_MAX})`,
    reply: z.object({
      success: z.literal(true),
      campaigns: z.array(
        CampaignName.extend({
          role: z.enum(roles),
          isEnabled: z.boolean(),
          /** Present if the caller has the grant to export the campaign's leads. */
          exportsLeads: z.literal(true).optional(),
        }),
      ),
    }),
  }),
  search: route({
    ...heavyGet,
    path: '/user/campaign/search',
    access: 'None',
    summary: `Campaigns whose name holds the text (at most ${CAMPAIGNS_FOUND_MAX})`,
    query: z.object({ search: text(SEARCH_MAX, 1) }),
    reply: z.object({ success: z.literal(true), campaigns: z.array(CampaignName) }),
  }),
  get: route({
    method: 'GET',
    path: '/user/campaign/info',
    access: 'None',
    summary: 'One campaign, with its people for those who may edit it',
    query: z.object({ campaignId: id }),
    reply: z.object({
      success: z.literal(true),
      campaign: CampaignWithCalls.extend({ members: z.array(CampaignMember.extend({ user: User })) }),
    }),
  }),
  people: route({
    method: 'GET',
    path: '/user/campaign/people',
    access: 'None',
    summary: "Name and image of a campaign's people, or of all the business's people who may be given a campaign",
    query: z.object({ campaignId: id.optional() }),
    reply: z.object({ success: z.literal(true), people: z.array(User) }),
  }),
  create: route({
    method: 'POST',
    path: '/user/campaign',
    access: 'Reader',
    can: 'campaigns.create',
    summary: 'Create a campaign',
    idempotent: true,
    body: NewCampaign,
    /** `formId`: the form that was created with the campaign. */
    reply: z.object({ success: z.literal(true), campaign: Campaign, formId: id.optional() }),
    status: () => 201,
  }),
  change: route({
    method: 'PATCH',
    path: '/user/campaign/:id',
    access: 'None',
    can: 'campaigns.edit',
    summary: 'Change a campaign, enable or disable it',
    params: byId,
    body: CampaignChanges,
    reply: z.object({ success: z.literal(true), campaign: Campaign }),
  }),
  remove: route({
    method: 'POST',
    path: '/user/campaign/:id/delete',
    access: 'None',
    can: 'campaigns.delete',
    summary: 'Delete a campaign; its leads go to the trash or move to another campaign',
    params: byId,
    body: z
      .object({ leads: z.enum(['trash', 'move']), to: id.optional() })
      .refine(({ leads, to }) => leads !== 'move' || to !== undefined, { path: ['to'], message: 'required' })
      .optional(),
    reply: Done,
  }),
}
