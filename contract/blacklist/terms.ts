/**
 * Error codes, rights and retention periods of the blacklist. They are separate from its routes, because every page
 * loads the rights (features.ts).
 */
export const blacklistErrors = { blacklist_entry_not_found: 404, blacklist_full: 409 } as const
export const blacklistRights = { 'blacklist.edit': ['Owner', 'Admin', 'Affiliate', 'Lead'] } as const
/** How long expired entries are kept. */
export const blacklistPeriods = { endedBlocks: { unit: 'days', amount: 30 } } as const
