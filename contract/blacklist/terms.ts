/** Codes, rights and periods of the blacklist, apart from its routes: every page reads the rights (features.ts). */
export const blacklistErrors = { blacklist_entry_not_found: 404, blacklist_full: 409 } as const
export const blacklistRights = { 'blacklist.edit': ['Owner', 'Admin', 'Affiliate', 'Lead'] } as const
/** Expired blocks of callers. */
export const blacklistPeriods = { endedBlocks: { unit: 'days', amount: 30 } } as const
