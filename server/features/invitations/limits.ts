import { INVITATIONS_A_DAY, LINKS_A_DAY, RESENDS_A_DAY } from '#contract/team/invitations.ts'
import type { Limit } from '../../platform/http/rate-limits.ts'

const HOUR = 3_600
const DAY = 24 * HOUR

export const limits = {
  /** Invitees are strangers to the installation, and their mail is sent from its address. */
  ofBusiness: { max: INVITATIONS_A_DAY, seconds: DAY },
  /** Across all businesses. */
  toAddress: { max: 10, seconds: DAY },
  resends: { max: RESENDS_A_DAY, seconds: DAY },
  links: { max: LINKS_A_DAY, seconds: DAY },
  /** Unknown links from one network. */
  wrongLinks: { max: 60, seconds: HOUR },
} as const satisfies Record<string, Limit>
