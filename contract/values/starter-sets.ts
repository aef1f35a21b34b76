/** Trades with predefined statuses and lead fields. */
export const starterSets = ['general', 'real_estate', 'clinics', 'renovation', 'education', 'legal'] as const
export type StarterSetName = (typeof starterSets)[number]
