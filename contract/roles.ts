import { featureRights } from './features.ts'
import { savedViewRights } from './leads/saved-views/terms.ts'

/** The seven roles of the specification (section 6), with the names that the API uses. A smaller rank is stronger. */
export const ranks = {
  Owner: 0,
  Admin: 10,
  Affiliate: 100,
  Lead: 300,
  Writer: 400,
  Reader: 500,
  None: 1000,
} as const

export type Role = keyof typeof ranks
export const roles = Object.keys(ranks) as [Role, ...Role[]]

/** Roles within one campaign. */
export const campaignRoles = ['Affiliate', 'Lead', 'Writer', 'Reader'] as const satisfies readonly Role[]
export type CampaignRole = (typeof campaignRoles)[number]

/** Roles that an Owner can assign (specification, section 6). Only the operator can assign Admin. */
export const selectableRoles = ['Owner', 'Affiliate', 'Lead', 'Writer', 'Reader'] as const satisfies readonly Role[]
export type SelectableRole = (typeof selectableRoles)[number]

/** Rights that the ranking cannot express: Affiliate outranks Lead, yet may not delete. */
export const rights = {
  'leads.edit': ['Owner', 'Admin', 'Affiliate', 'Lead', 'Writer'],
  'leads.assign': ['Owner', 'Admin', 'Affiliate', 'Lead'],
  'leads.bulk': ['Owner', 'Admin', 'Affiliate', 'Lead'],
  'leads.delete': ['Owner', 'Admin', 'Lead'],
  /** The right to move leads to another campaign; it is needed in both. */
  'leads.move': ['Owner', 'Admin', 'Affiliate', 'Lead'],
  'campaigns.create': ['Owner', 'Admin', 'Affiliate'],
  'campaigns.edit': ['Owner', 'Admin', 'Affiliate', 'Lead'],
  'campaigns.delete': ['Owner', 'Admin', 'Affiliate'],
  'campaigns.sales': ['Owner', 'Admin', 'Affiliate', 'Lead'],
  'forms.read': ['Owner', 'Admin', 'Affiliate', 'Lead', 'Writer', 'Reader'],
  ...featureRights,
  ...savedViewRights,
  /** The right to export the leads of all campaigns. Other roles need a grant (mayExportLeads). */
  'leads.export': ['Owner', 'Admin'],
  /** The right to list calls and hear their recordings. Other roles need a grant. */
  'calls.hear': ['Owner'],
  'numbers.order': ['Owner', 'Admin'],
  'users.manage': ['Owner'],
  'business.settings': ['Owner'],
} as const satisfies Record<string, readonly Role[]>
export type Right = keyof typeof rights

/**
 * Rights on the rows of a campaign. The campaign role alone decides them, except for Owner and Admin, who act in all
 * campaigns.
 */
export const campaignRights: readonly Right[] = [
  'leads.edit',
  'leads.assign',
  'leads.bulk',
  'leads.delete',
  'leads.move',
  'campaigns.edit',
  'campaigns.delete',
  'campaigns.sales',
  'forms.read',
  ...(Object.keys(featureRights) as Right[]),
]

export const isAtLeast = (role: Role, minimum: Role) => ranks[role] <= ranks[minimum]
/** A member cannot grant or remove a role stronger than their own. */
export const mayGive = (giver: Role, role: Role) => isAtLeast(giver, role)
/** The roles that have a right. */
export const rolesWith = (right: Right): readonly Role[] => rights[right]
export const hasRight = (role: Role, right: Right) => rolesWith(right).includes(role)
/** Owner and Admin read and act in all campaigns of the business. */
export const actsEverywhere = (role: Role) => role === 'Owner' || role === 'Admin'
/** Roles in a campaign that can be granted to export its leads. */
export const mayExportLeads = (role: Role | undefined) => role === 'Affiliate' || role === 'Lead'
/** Roles that a business may restrict to the leads assigned to them. */
export const mayBeKeptToOwn = (role: Role) => role === 'Writer' || role === 'Reader'
