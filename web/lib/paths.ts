import type { LeadsLook } from '#contract/team/users.ts'

/**
 * Paths that several features link to (specification, section 2), as router patterns; paths used only by menus are in
 * the feature's pages.ts. Ids are UUIDs, so only texts in queries need encoding.
 */
export type Pattern = `/${string}`
/** Tuple of the values for a pattern's ids. */
type Ids<P extends string> = P extends `${string}$${string}/${infer Rest}`
  ? [string, ...Ids<Rest>]
  : P extends `${string}$${string}`
    ? [string]
    : []

export const fill = <P extends Pattern>(pattern: P, ...ids: Ids<P>) => {
  const left: string[] = [...ids]
  return pattern.replace(/\$\w+/g, () => left.shift() ?? '')
}
/** Fills in ids by name; ids without a value stay placeholders. */
export const fillIds = (pattern: Pattern, ids: Record<string, string | null>) =>
  pattern.replace(/\$(\w+)/g, (mark, name) => ids[name] ?? mark)
const address = <P extends Pattern>(pattern: P) => Object.assign((...ids: Ids<P>) => fill(pattern, ...ids), { pattern })

/** Whether the path matches one of these patterns. */
export const isAt = (path: string, ...patterns: Pattern[]) =>
  patterns.some((pattern) => new RegExp(`^${pattern.replace(/\$\w+/g, '[^/]+')}$`).test(path))

export const BUSINESS = '/b/$businessId'
export const CAMPAIGN = `${BUSINESS}/c/$campaignId`
/** Patterns for all campaigns and for one; a campaign's cards have two paths. */
export const leadLists = {
  table: [`${BUSINESS}/leads/all`, `${CAMPAIGN}/leads`],
  cards: [`${BUSINESS}/leads/cards/all`, `${CAMPAIGN}/cards`, `${CAMPAIGN}/leads/cards`],
} as const
export const callLists = [`${BUSINESS}/calls/all`, `${CAMPAIGN}/calls`] as const

export const paths = {
  home: '/main',
  dashboard: '/dashboard',
  privacy: '/privacy-policy',
  /** An anchor on the same page. */
  terms: '/privacy-policy#terms',
  login: '/auth/login',
  register: '/auth/register',
  verifyPhone: '/auth/verify-phone',
  recoverPassword: '/auth/recover-password',
  confirmEmail: '/auth/confirm-email',
  google: '/auth/google',
  /** An outside phone for tests; only in a demo or in development. */
  devPhones: '/dev/phones',
  createBusiness: '/business/create',
  profile: '/user/settings/profile',
  myShifts: '/user/settings/shifts',
  ownNotifications: '/user/settings/notifications',
  invitation: address('/invitation/$id/$token'),
  join: address('/join/$key'),
  /** The page of a meeting's guest. */
  meeting: address('/meeting/$id/$token'),
  /** Where strangers book a meeting. */
  booking: address('/book/$slug'),
  recipient: address('/u/$token'),
  today: address(`${BUSINESS}/today`),
  conversations: address(`${BUSINESS}/conversations`),
  meetings: address(`${BUSINESS}/meetings`),
  missedCalls: address(`${BUSINESS}/calls/missed`),
  waitingList: address(`${BUSINESS}/waiting-list`),
  /** `person`: the weekly hours of one person. */
  shifts: address(`${BUSINESS}/shifts`),
  users: address(`${BUSINESS}/users`),
  invited: address(`${BUSINESS}/users/invited`),
  campaigns: address(`${BUSINESS}/campaigns`),
  createCampaign: address(`${BUSINESS}/create-campaign`),
  campaign: address(`${CAMPAIGN}/campaign`),
  campaignTab: address(`${CAMPAIGN}/campaign/$tab`),
  editCampaign: address(`${CAMPAIGN}/edit`),
  campaignHours: address(`${CAMPAIGN}/working-hours`),
  forms: address(`${CAMPAIGN}/forms`),
  newForm: address(`${CAMPAIGN}/forms/new`),
  form: address(`${CAMPAIGN}/forms/$formId`),
  /** Another system that sends leads to the campaign. */
  leadSource: address(`${CAMPAIGN}/sources/$sourceId`),
  /** Without a campaign: all leads of the business. */
  importLeads: address(`${BUSINESS}/leads/import`),
  duplicates: address(`${BUSINESS}/leads/duplicates`),
  leads: (businessId: string, campaignId?: string | null, look: LeadsLook = 'table') => {
    const [all, one] = leadLists[look]
    return campaignId ? fill(one, businessId, campaignId) : fill(all, businessId)
  },
  lead: address(`${CAMPAIGN}/leads/$leadId`),
  /** Without a campaign: all calls of the business. */
  calls: (businessId: string, campaignId?: string | null) =>
    campaignId ? fill(callLists[1], businessId, campaignId) : fill(callLists[0], businessId),
  settings: address(`${BUSINESS}/settings`),
  businessInfo: address(`${BUSINESS}/settings/profile`),
  workingHours: address(`${BUSINESS}/settings/working-hours`),
  leadStatuses: address(`${BUSINESS}/settings/leads-statuses`),
  billing: address(`${BUSINESS}/settings/billing`),
  duplicatePolicy: address(`${BUSINESS}/settings/duplicates`),
  allForms: address(`${BUSINESS}/settings/forms`),
  leadFields: address(`${BUSINESS}/settings/lead-fields`),
  messageTemplates: address(`${BUSINESS}/settings/templates`),
  channels: address(`${BUSINESS}/settings/channels`),
  businessNotifications: address(`${BUSINESS}/settings/notifications`),
  operations: address(`${BUSINESS}/operations`),
  numbers: address(`${BUSINESS}/settings/numbers`),
  number: address(`${BUSINESS}/settings/numbers/$numberId`),
  callFlows: address(`${BUSINESS}/settings/call-flows`),
  callFlow: address(`${BUSINESS}/settings/call-flows/$flowId`),
  automations: address(`${BUSINESS}/settings/automations`),
  automation: address(`${BUSINESS}/settings/automations/$automationId`),
  integrations: address(`${BUSINESS}/settings/integrations`),
  webhooks: address(`${BUSINESS}/settings/webhooks`),
  webhook: address(`${BUSINESS}/settings/webhooks/$webhookId`),
  apiKeys: address(`${BUSINESS}/settings/api-keys`),
} as const

/** The sign-in page, returning to `next` afterwards. */
export const loginPath = (next: string) =>
  isOwnPath(next) ? `${paths.login}?next=${encodeURIComponent(next)}` : paths.login

/** Whether a path may be opened after sign-in: only paths of this site. */
export function isOwnPath(path: string): boolean {
  const { origin } = window.location
  const isOwn = path.startsWith('/') && URL.canParse(path, origin) && new URL(path, origin).origin === origin
  // Browsers drop tabs and line breaks, so `/\t/elsewhere` would be another site.
  return isOwn && !/^\/[\s/\\]/.test(path) && !path.startsWith('/auth/') && path !== '/'
}

/** The look (table or cards) of a lead list's path; undefined for other paths. */
export const leadsLookOf = (path: string): LeadsLook | undefined =>
  (['table', 'cards'] as const).find((look) => isAt(path, ...leadLists[look]))

/**
 * The campaign that a list's path selects; null: all campaigns. Other paths, as that of a lead, select none: undefined.
 */
export function campaignSelectedBy(path: string, campaignId: string | undefined) {
  if (leadsLookOf(path) === undefined && !isAt(path, ...callLists)) return undefined
  return campaignId ?? null
}

const isOfLeads = (path: string) => leadsLookOf(path) !== undefined || isAt(path, paths.lead.pattern)

/** The same section in another business, without ids of the old one. */
export function pathInBusiness(path: string, businessId: string) {
  if (isOfLeads(path)) return paths.leads(businessId, null, leadsLookOf(path))
  if (isAt(path, ...callLists)) return paths.calls(businessId)
  if (isAt(path, paths.number.pattern)) return paths.numbers(businessId)
  if (isAt(path, paths.callFlow.pattern)) return paths.callFlows(businessId)
  const [, section] = /^\/b\/[^/]+(\/(?!c\/).+)/.exec(path) ?? []
  return section ? fill(BUSINESS, businessId) + section : paths.dashboard
}

/**
 * The path after selecting another campaign (null: all); undefined: stay. An open lead belongs to the old campaign, so
 * the new campaign's list replaces it.
 */
export function pathInCampaign(path: string, businessId: string, campaignId: string | null) {
  if (isOfLeads(path)) return paths.leads(businessId, campaignId, leadsLookOf(path))
  if (isAt(path, ...callLists)) return paths.calls(businessId, campaignId)
  if (campaignId && isAt(path, paths.forms.pattern, paths.form.pattern)) return paths.forms(businessId, campaignId)
  if (campaignId && isAt(path, paths.campaign.pattern, paths.campaignTab.pattern))
    return paths.campaign(businessId, campaignId)
  if (campaignId && isAt(path, paths.campaignHours.pattern)) return paths.campaignHours(businessId, campaignId)
  if (campaignId && isAt(path, paths.editCampaign.pattern)) return paths.editCampaign(businessId, campaignId)
  return undefined
}
