/** Error codes and rights of booking pages, apart from their routes, because every page loads the rights. */
export const bookingErrors = {
  booking_page_not_found: 404,
  /** The page takes no bookings at the moment. */
  booking_page_closed: 409,
  booking_time_taken: 409,
  booking_not_accepted: 403,
  booking_page_stale: 422,
  booking_too_fast: 422,
  too_many_bookings: 429,
  booking_slug_taken: 409,
  too_many_booking_pages: 409,
} as const
export const bookingRights = {
  /** A booking page of one's own. */
  'booking.own': ['Owner', 'Admin', 'Affiliate', 'Lead', 'Writer'],
  /** Booking pages of the team. */
  'booking.team': ['Owner', 'Admin'],
} as const
