import { SCREENED_STATUS } from '#contract/calls/call-statuses.ts'
import { idAt } from '../../server/testing/factories.ts'
import { by, office, type Tell } from './audit.ts'
import type { DemoCall } from './calls/calls.ts'
import { demoPhone, SPAMMERS } from './visitors.ts'

const DAY = 86_400_000

export const tellBlacklist = (tell: Tell, userId: string) =>
  tell(by('admin', office, 30), 'blacklist.added', {
    entryId: userId,
    kind: 'number',
    personal: { phone: demoPhone(81), reason: 'שיחות מכירה' },
  })

type Blocking = { createdBy: string; began: string; calls: readonly DemoCall[] }
/** Blocked callers, with the reason and their refused calls. */
export const makeBlacklist = (businessId: string, { createdBy, began, calls }: Blocking) => ({
  table: 'blacklist' as const,
  rows: SPAMMERS.map((lastFour, i) => ({
    business_id: businessId,
    id: idAt(addedAt(began, i)),
    kind: 'number',
    phone: demoPhone(lastFour),
    reason: ['מוקד מכירות', 'שיחות הקלטה אוטומטיות', 'ספאם', 'ביקש לא להתקשר'][i] ?? '',
    created_by: createdBy,
    created_at: addedAt(began, i).toISOString(),
    blocked: calls.filter(({ row }) => row.status === SCREENED_STATUS && row.caller === demoPhone(lastFour)).length,
  })),
})

/** Before their first refused call. */
const addedAt = (began: string, i: number) => new Date(Date.parse(began) + i * DAY)
