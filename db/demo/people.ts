import type { CampaignRole, Role } from '#contract/roles.ts'

/** Password of all demo people, who can sign in on this machine only. */
export const DEMO_PASSWORD = 'leadline-demo'

/** Members of the demo's business, in the order of joining. `campaigns`: indexes in the list of campaigns. */
export const people = [
  { key: 'owner', name: 'שירה בן־דוד', role: 'Owner', campaigns: {} },
  { key: 'admin', name: 'נועם פרידמן', role: 'Admin', campaigns: {} },
  { key: 'lead', name: 'Omar Haddad', role: 'Lead', campaigns: { 0: 'Lead', 1: 'Lead', 3: 'Lead' } },
  { key: 'writer', name: 'יעל כץ', role: 'Writer', campaigns: { 1: 'Writer', 2: 'Writer' } },
  { key: 'reader', name: 'דניאל אוחנה', role: 'Reader', campaigns: { 0: 'Reader', 3: 'Reader' } },
  { key: 'affiliate', name: 'מיכל רוזן – Clickwise', role: 'Affiliate', campaigns: { 3: 'Affiliate' } },
] as const satisfies { key: string; name: string; role: Role; campaigns: Record<number, CampaignRole> }[]

export type PersonKey = (typeof people)[number]['key']
export const emailOf = (key: PersonKey) => `${key}@demo.test`

/** The members who handle the leads of each campaign. */
export const workers: PersonKey[][] = [
  ['owner', 'lead'],
  ['owner', 'lead', 'writer'],
  ['admin', 'writer'],
  ['lead', 'owner'],
]
