import { idAt } from '../../server/testing/factories.ts'
import { by, office, type Tell } from './audit.ts'
import { demoPhone, SPAMMERS } from './visitors.ts'

const DAY = 86_400_000

export const tellBlacklist = (tell: Tell, userId: string) =>
  tell(by('admin', office, 30), 'blacklist.added', {
    entryId: userId,
    kind: 'number',
    personal: { phone: demoPhone(81), reason: 'שיחות מכירה' },
  })

/** Blocked callers, with the reason. */
export const makeBlacklist = (businessId: string, { createdBy, began }: { createdBy: string; began: string }) => ({
  table: 'blacklist' as const,
  rows: SPAMMERS.map((lastFour, i) => ({
    business_id: businessId,
    id: idAt(new Date(Date.parse(began) + i * 40 * DAY)),
    kind: 'number',
    phone: demoPhone(lastFour),
    reason: ['מוקד מכירות', 'שיחות הקלטה אוטומטיות', 'ספאם', 'ביקש לא להתקשר'][i] ?? '',
    created_by: createdBy,
    created_at: new Date(Date.parse(began) + i * 40 * DAY).toISOString(),
  })),
})
