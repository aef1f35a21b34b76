/**
 * Routes called by the frame, loaded on first use: their shapes and Zod are a sixth of what the sign-in page would
 * otherwise load. Screens import theirs from the contract.
 */
export const authRoutes = async () => (await import('#contract/auth/auth.ts')).authRoutes
export const campaignRoutes = async () => (await import('#contract/campaigns.ts')).campaignRoutes
export const userRoutes = async () => (await import('#contract/team/users.ts')).userRoutes
export const countWaiting = async () => (await import('#contract/team/waiting-count.ts')).countWaiting
