import { BOOKING_PATH } from '#contract/leads/meetings/booking/guest-booking.ts'
import type { TemplateSource } from '../../message-templates/template-values.service.ts'
import { findPageForLead } from './booking.queries.ts'

/** The page on which the receiver of a message can book, as a variable of its template; none without a page. */
export const bookingLink: TemplateSource = async (db, businessId, of, { publicUrl }) => {
  const slug = await findPageForLead(db, businessId, of)
  return slug === undefined ? {} : { 'booking.link': `${publicUrl}${BOOKING_PATH}/${slug}` }
}
