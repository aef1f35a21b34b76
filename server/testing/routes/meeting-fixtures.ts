import { BookingSettings } from '#contract/leads/meetings/booking/booking-pages.ts'
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

/** Settings that a booking page needs. */
export const bookingSettings = {
  title: { he: 'פגישת היכרות', en: 'First talk' },
  intro: {},
  consent: {},
  kind: 'phone',
  durations: [30],
} as const

/** A booking page of the team, made by no one. */
export async function bookingPageOf(
  { businessId, db }: Business,
  { campaignId, userId, ownerId }: { campaignId: string; userId: string; ownerId?: string },
) {
  const id = newId()
  const settings = JSON.stringify(BookingSettings.parse({ ...bookingSettings, userIds: [userId] }))
  const slug = `page-${id.slice(-12)}`
  await db
    .insertInto('booking_pages')
    .values({ business_id: businessId, id, slug, campaign_id: campaignId, settings, owner_id: ownerId ?? null })
    .execute()
  return id
}

type Where = { lead: () => Promise<string>; campaignId: string; userId: string }
export const meetingFixtures = (business: Business, { lead, campaignId, userId }: Where) => ({
  /** A coming meeting with a lead, or one that is past. */
  meeting: async (when: 'coming' | 'past' = 'coming') => meetingOn(business, await lead(), when),
  /** The team's, or this person's own. */
  bookingPage: (ownerId?: string) => bookingPageOf(business, { campaignId, userId, ...(ownerId && { ownerId }) }),
})
