import type { LeadsLook } from '#contract/team/users.ts'

/** Every address of the product (specification, section 2). Ids are UUIDs, so nothing needs encoding but texts in queries. */
const business = (businessId: string) => `/b/${businessId}`
const campaign = (businessId: string, campaignId: string) => `${business(businessId)}/c/${campaignId}`

export const paths = {
  home: '/main',
  dashboard: '/dashboard',
  typography: '/typography',
  /** An outside phone to try things with; there only in a demo and while developing. */
  devPhones: '/dev/phones',
  privacy: '/privacy-policy',
  /** On the same page, further down. */
  terms: '/privacy-policy#terms',
  login: '/auth/login',
  register: '/auth/register',
  verifyPhone: '/auth/verify-phone',
  recoverPassword: '/auth/recover-password',
  confirmEmail: '/auth/confirm-email',
  google: '/auth/google',
  createBusiness: '/business/create',
  profile: '/user/settings/profile',
  ownNotifications: '/user/settings/notifications',
  invitation: (id: string, token: string) => `/invitation/${id}/${token}`,
  join: (key: string) => `/join/${key}`,
  waitingList: (businessId: string) => `${business(businessId)}/waiting-list`,
  users: (businessId: string) => `${business(businessId)}/users`,
  campaigns: (businessId: string) => `${business(businessId)}/campaigns`,
  createCampaign: (businessId: string) => `${business(businessId)}/create-campaign`,
  editCampaign: (businessId: string, campaignId: string) => `${campaign(businessId, campaignId)}/edit`,
  forms: (businessId: string, campaignId: string) => `${campaign(businessId, campaignId)}/forms`,
  newForm: (businessId: string, campaignId: string) => `${campaign(businessId, campaignId)}/forms/new`,
  form: (businessId: string, campaignId: string, formId: string) =>
    `${campaign(businessId, campaignId)}/forms/${formId}`,
  /** Without a campaign: all leads of the business. */
  leads: (businessId: string, campaignId?: string | null, look: LeadsLook = 'table') => {
    if (look === 'cards')
      return campaignId ? `${campaign(businessId, campaignId)}/cards` : `${business(businessId)}/leads/cards/all`
    return campaignId ? `${campaign(businessId, campaignId)}/leads` : `${business(businessId)}/leads/all`
  },
  lead: (businessId: string, campaignId: string, leadId: string) =>
    `${campaign(businessId, campaignId)}/leads/${leadId}`,
  /** Without a campaign: all calls of the business. */
  calls: (businessId: string, campaignId?: string | null) =>
    campaignId ? `${campaign(businessId, campaignId)}/calls` : `${business(businessId)}/calls/all`,
  blacklist: (businessId: string) => `${business(businessId)}/settings/blacklist`,
  businessInfo: (businessId: string) => `${business(businessId)}/settings/profile`,
  leadStatuses: (businessId: string) => `${business(businessId)}/settings/leads-statuses`,
  notificationSettings: (businessId: string) => `${business(businessId)}/settings/notifications`,
  operations: (businessId: string) => `${business(businessId)}/operations`,
  numbers: (businessId: string) => `${business(businessId)}/settings/numbers`,
  number: (businessId: string, numberId: string) => `${business(businessId)}/settings/numbers/${numberId}`,
  privacySettings: (businessId: string) => `${business(businessId)}/settings/privacy`,
  apiKeys: (businessId: string) => `${business(businessId)}/settings/api-keys`,
  audit: (businessId: string) => `${business(businessId)}/settings/audit`,
} as const

/** The sign-in page that comes back to where one was. */
export const loginPath = (next: string) =>
  isOwnPath(next) ? `${paths.login}?next=${encodeURIComponent(next)}` : paths.login

/** Only a path of this very site may follow sign-in. */
export function isOwnPath(path: string): boolean {
  const { origin } = window.location
  const isOwn = path.startsWith('/') && URL.canParse(path, origin) && new URL(path, origin).origin === origin
  // As browsers read it: without tabs and line ends, `/\t/elsewhere` is another site.
  return isOwn && !/^\/[\s/\\]/.test(path) && !path.startsWith('/auth/') && path !== '/'
}

/** Table or cards, where the address is one of lists of leads; a campaign has two for its cards (specification, section 2). */
export function leadsLookOf(path: string): LeadsLook | undefined {
  if (/^\/b\/[^/]+\/(leads\/cards\/all|c\/[^/]+\/(leads\/)?cards)$/.test(path)) return 'cards'
  return /^\/b\/[^/]+\/(leads\/all|c\/[^/]+\/leads)$/.test(path) ? 'table' : undefined
}

/** Lists of leads or calls of whatever campaign. */
export const isOfAllCampaigns = (path: string) => /^\/b\/[^/]+\/(leads\/(cards\/)?|calls\/)all$/.test(path)

/** The same place in another business: the section stays, what belongs to the old business does not. */
export function pathInBusiness(path: string, businessId: string) {
  const section = /^\/b\/[^/]+\/(?:c\/[^/]+\/)?([^/?]+)/.exec(path)?.[1]
  if (section === 'leads' || section === 'cards') return paths.leads(businessId, null, leadsLookOf(path))
  if (section === 'calls') return paths.calls(businessId)
  if (
    section === 'campaigns' ||
    section === 'create-campaign' ||
    section === 'operations' ||
    section === 'users' ||
    section === 'waiting-list'
  )
    return `${business(businessId)}/${section}`
  if (/^\/b\/[^/]+\/settings\/numbers\//.test(path)) return paths.numbers(businessId)
  if (section === 'settings') return path.replace(/^\/b\/[^/]+/, business(businessId))
  return paths.dashboard
}

/**
 * Where another campaign (null: all of them) leads from here; undefined: the screen stays. An open lead belongs to the
 * old campaign, so the new one's list follows it.
 */
export function pathInCampaign(path: string, businessId: string, campaignId: string | null) {
  if (/^\/b\/[^/]+\/(c\/[^/]+\/)?(leads|cards)(\/|$)/.test(path))
    return paths.leads(businessId, campaignId, leadsLookOf(path))
  if (/^\/b\/[^/]+\/(c\/[^/]+\/)?calls(\/|$)/.test(path)) return paths.calls(businessId, campaignId)
  if (campaignId && /\/c\/[^/]+\/forms(\/|$)/.test(path)) return paths.forms(businessId, campaignId)
  if (campaignId && /\/c\/[^/]+\/edit$/.test(path)) return paths.editCampaign(businessId, campaignId)
  return undefined
}
