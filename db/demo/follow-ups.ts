import { idAt, type MadeLead } from '../../server/testing/factories.ts'

const HOUR = 3_600_000

/** Next actions of the Owner: hours from now, action, note. Two are late. */
const planned = [
  [-26, 'Call Back', 'לסגור את צבע החזיתות ואת מועד ההתקנה'],
  [-3, 'Send Email', 'הצעה מתוקנת, כולל הריצוף במרפסת'],
  [0.5, 'Call Back', 'אחרי הפגישה שלה עם האדריכלית'],
  [2, 'Send SMS', 'תזכורת לתשלום המקדמה'],
  [4, 'None', 'להזמין מודד, קומה 3 בלי מעלית'],
  [26, 'Call Back', 'לשאול אם קיבלו את אישור הבנק'],
] as const

type Planning = { leads: readonly MadeLead[]; userId: string; now: Date }
/** Follow-ups on the newest leads of the business that were answered and are not in the trash. */
export function makeFollowUps(businessId: string, { leads, userId, now }: Planning) {
  const answered = leads
    .filter(({ row, comments }) => row.business_id === businessId && !row.deleted_at && comments.length > 0)
    .toSorted((one, other) => (one.row.created_at < other.row.created_at ? 1 : -1))
  return planned.flatMap(([hours, action, note], i) => {
    const lead = answered[i]
    if (!lead) return []
    const setAt = new Date(now.getTime() - (30 + i) * HOUR)
    const dueAt = new Date(now.getTime() + hours * HOUR).toISOString()
    return {
      business_id: businessId,
      id: idAt(setAt),
      lead_id: lead.row.id,
      user_id: userId,
      action,
      due_at: dueAt,
      // Overdue follow-ups count as reminded, so that the demo starts without new notifications.
      reminded_at: hours < 0 ? dueAt : null,
      note,
      created_by: userId,
      created_at: setAt.toISOString(),
    }
  })
}
