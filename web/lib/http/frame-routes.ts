import { authRoutes } from '#contract/auth/auth.ts'
import { campaignRoutes } from '#contract/campaigns.ts'
import { countToday } from '#contract/leads/follow-ups/today-count.ts'
import { userRoutes } from '#contract/team/users.ts'
import { countWaiting } from '#contract/team/waiting-count.ts'

/** The routes that the frame calls, in one file of the build; see routes.ts. */
export const frameRoutes = { authRoutes, campaignRoutes, userRoutes, countToday, countWaiting }
