import { z } from 'zod'
import { id } from '../../common.ts'
import { Changes, type EventEntries, OfCampaign } from '../events.ts'

const ofBookingPage = {
  payload: OfCampaign.extend({ bookingPageId: id, slug: z.string() }),
  audience: 'audit',
  kind: 'settings',
  subject: { kind: 'bookingPage', id: 'bookingPageId', names: ['slug'] },
} as const
export const bookingPageEvents = {
  'booking_page.created': ofBookingPage,
  'booking_page.changed': { ...ofBookingPage, payload: ofBookingPage.payload.extend({ changes: Changes }) },
  'booking_page.deleted': ofBookingPage,
} as const satisfies EventEntries
