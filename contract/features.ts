import { blacklistErrors, blacklistPeriods, blacklistRights } from './blacklist/terms.ts'

/** Declarations of features, except their routes (index.ts) and events (events/catalogue.ts). */
export const featureErrors = { ...blacklistErrors } as const
/** Rights of features on the rows of a campaign. */
export const featureRights = { ...blacklistRights } as const
/** Fixed retention periods. */
export const featurePeriods = { ...blacklistPeriods } as const
