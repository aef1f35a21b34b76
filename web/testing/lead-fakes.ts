import { businessRoutes } from '#contract/businesses.ts'
import { campaignRoutes } from '#contract/campaigns.ts'
import type { LiveEvent } from '#contract/events/live.ts'
import { leadFieldRoutes } from '#contract/lead-fields/lead-fields.ts'
import type { HistoryItem } from '#contract/leads/history/lead-history.ts'
import { leadCallRoutes } from '#contract/leads/lead-calls.ts'
import { leadCountRoutes } from '#contract/leads/lead-counts.ts'
import type { LeadStatus } from '#contract/leads/lead-status.ts'
import { type Lead, type LeadDetails, leadRoutes } from '#contract/leads/leads.ts'
import { type LeadView, leadViewRoutes } from '#contract/leads/saved-views/lead-views.ts'
import type { Role } from '#contract/roles.ts'
import { workingHoursRoutes } from '#contract/working-hours/working-hours.ts'
import { aBusiness, BUSINESS_ID, CAMPAIGN_ID, USER_ID } from './fakes.ts'
import { reply } from './replies.ts'

/** Open at every moment that is asked for. */
const OPEN = {
  at: '2026-11-22T07:00:00.000Z',
  isOpen: true,
  reason: { kind: 'hours' },
  rest: null,
  nextChange: null,
} as const

/** Shared fixtures of lead tests: leads, statuses and the replies that every screen of leads requests. */
export const idOf = (number: number) => `018f0000-0000-7000-8000-${String(number).padStart(12, '0')}`
export const OTHER_CAMPAIGN_ID = idOf(301)
export const NOAM = { _id: idOf(102), name: 'נועם פרידמן', image: null }

const status = (position: number, nameEn: string, nameHe: string, type: LeadStatus['type']): LeadStatus => ({
  _id: idOf(200 + position),
  nameHe,
  nameEn,
  hue: 'sky',
  type,
  position,
  isDefault: position === 0,
  asks: type === 'Won' ? 'sale_amount' : null,
  campaignIds: null,
})
export const NEW = status(0, 'New', 'חדש', 'Open')
export const ATTEMPTING = status(1, 'Attempting', 'ניסיון קשר', 'Ongoing')
export const WON = status(2, 'Won', 'נסגר בהצלחה', 'Won')

export const aLead = (number: number, changes: Partial<Lead> = {}): Lead => ({
  _id: idOf(1000 + number),
  name: `Lead ${number}`,
  phone: '+972527311184',
  email: `lead${number}@gmail.test`,
  campaignId: CAMPAIGN_ID,
  campaignName: 'מטבחים – Google',
  statusId: NEW._id,
  status: NEW.nameEn,
  source: 'google_ads',
  date: new Date(Date.now() - number * 60_000).toISOString(),
  assignedTo: null,
  value: null,
  tags: [],
  fields: {},
  utm: {},
  lastActivityAt: new Date(Date.now() - number * 60_000).toISOString(),
  firstResponseAt: null,
  responseDueAt: null,
  responseMinutes: null,
  isDuplicate: false,
  doNotCall: false,
  meetingStatus: 'No meeting',
  isRead: true,
  deletedAt: null,
  ...changes,
})

export const someDetails = (lead: Lead): LeadDetails => ({
  ...lead,
  lostReason: null,
  gender: 'unknown',
  contacts: [],
  responseClock: null,
  mergedLeads: [],
  enquiries: [
    {
      _id: idOf(900),
      at: lead.date,
      source: lead.source,
      message: 'A kitchen, please',
      utm: { source: 'google', medium: 'cpc', campaign: 'flats_q4' },
      clickIds: { gclid: 'EAIaIQ' },
      landingPage: 'https://alon-reno.test/flats',
      referrer: null,
      raw: '{"name":"Lead"}',
      contentType: 'application/json',
      keyName: 'Main site',
      formName: null,
      answers: [],
      consent: null,
      whilePaused: true,
    },
  ],
})

export const aHistoryItem = (number: number, changes: Partial<HistoryItem>): HistoryItem => ({
  _id: idOf(800 + number),
  at: new Date(Date.now() - number * 60_000).toISOString(),
  event: 'lead.commented',
  by: NOAM,
  keyName: null,
  formName: null,
  ...(changes.comment !== undefined && {
    commented: { _id: idOf(900 + number), revision: 0, editedAt: null, deleted: null, mentions: [] },
  }),
  ...changes,
})

/** The whole history of a lead. */
export const aHistory = (...history: HistoryItem[]) => ({
  success: true as const,
  history,
  hasOlder: false,
  hasNewer: false,
})

export const aPage = (leads: Lead[], { page = 1, limit = 10, total = leads.length, totalIsExact = true } = {}) => ({
  success: true as const,
  leads,
  pagination: { page, limit, total, totalIsExact, pages: Math.ceil(total / limit) },
})

/** The business with three statuses. */
export const businessReply = reply(businessRoutes.get, {
  success: true,
  business: aBusiness(),
  statuses: [WON, NEW, ATTEMPTING],
})

/** Replies for everything around the leads; `role` is the role in both campaigns. */
export const surroundings = (role: Role = 'Owner') => [
  businessReply,
  reply(campaignRoutes.names, {
    success: true,
    campaigns: [
      { _id: CAMPAIGN_ID, name: 'מטבחים – Google', image: null, role, isEnabled: true },
      { _id: OTHER_CAMPAIGN_ID, name: 'Facebook Q4', image: null, role, isEnabled: true },
    ],
  }),
  reply(campaignRoutes.people, { success: true, people: [{ _id: USER_ID, name: 'שירה', image: null }, NOAM] }),
  reply(leadRoutes.sources, { success: true, sources: ['google_ads', 'tiktok, 2025'] }),
  reply(leadRoutes.duplicates, { success: true, leads: [], fate: 'create' }),
  reply(leadRoutes.samePerson, { success: true, leads: [] }),
  reply(leadRoutes.tags, { success: true, tags: ['vip'] }),
  reply(leadFieldRoutes.list, { success: true, fields: [] }),
  reply(leadRoutes.read, { success: true }),
  reply(leadCountRoutes.byStatus, { success: true, statuses: [{ statusId: NEW._id, total: 3 }] }),
  reply(leadCallRoutes.last, { success: true, calls: [] }),
  reply(leadViewRoutes.list, { success: true, views: [] }),
  reply(workingHoursRoutes.at, { success: true, state: OPEN }),
]

export const aView = (number: number, changes: Partial<LeadView> = {}): LeadView => ({
  _id: idOf(400 + number),
  name: `View ${number}`,
  isShared: false,
  isPinned: true,
  isDefault: false,
  isOwn: true,
  mayChange: true,
  createdBy: { _id: USER_ID, name: 'שירה', image: null },
  query: { look: 'table', campaignId: null, sort: '-date', filters: { unread: true } },
  missing: [],
  ...changes,
})

let position = 0
/** The live message of a lead event. */
export const anEvent = (name: LiveEvent['name'], lead: Lead): { kind: 'change'; event: LiveEvent } => {
  position += 1
  const { _id: leadId, campaignId } = lead
  const event = {
    position: String(position),
    name,
    businessId: BUSINESS_ID,
    campaignId,
    leadId,
    actor: { system: true as const },
    at: lead.date,
  }
  return { kind: 'change', event }
}
