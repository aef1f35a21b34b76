import { newId } from '../../platform/ids.ts'
import type { testApp } from '../test-app.ts'

type Business = Pick<Awaited<ReturnType<Awaited<ReturnType<typeof testApp>>['newBusiness']>>, 'businessId' | 'db'>

const DAY_MS = 86_400_000
/** A meeting with the lead, made by no one. */
export async function meetingOn({ businessId, db }: Business, leadId: string, when: 'coming' | 'past') {
  const id = newId()
  const start = Date.now() + (when === 'past' ? -1 : 30) * DAY_MS
  const guest = { guest_name: 'Dana Levi', guest_phone: '+972541234567', guest_language: 'en' }
  const times = { starts_at: new Date(start).toISOString(), ends_at: new Date(start + 1_800_000).toISOString() }
  await db
    .insertInto('meetings')
    .values({
      business_id: businessId,
      id,
      lead_id: leadId,
      kind: 'phone',
      title: 'First talk',
      status: 'Invitation Sent',
      ...times,
      ...guest,
      is_over: when === 'past',
    })
    .execute()
  return id
}
