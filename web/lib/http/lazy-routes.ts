import { loadCode } from '../code/load-code.ts'

/**
 * Routes called by the frame, loaded on first use: their shapes and Zod are a sixth of what the sign-in page would
 * otherwise load. Screens import theirs from the contract.
 */
const routes = async () => (await loadCode(() => import('./frame-routes.ts'))).frameRoutes

export const authRoutes = async () => (await routes()).authRoutes
export const campaignRoutes = async () => (await routes()).campaignRoutes
export const userRoutes = async () => (await routes()).userRoutes
export const countToday = async () => (await routes()).countToday
export const countWaiting = async () => (await routes()).countWaiting
