import {
  BOOKING_MIN_SECONDS,
  BOOKING_TOKEN_HOURS,
  type BookingProof,
} from '#contract/leads/meetings/booking/guest-booking.ts'
import type { Deps } from '../../../deps.ts'
import { newPageToken, pageAge } from '../../../platform/http/content/page-token.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { counterOf, hit, type Limit, limitTo, networkOf, takeBack } from '../../../platform/http/rate-limits.ts'

const HOUR = 3_600
const DAY = 24 * HOUR
const limits = {
  /** Bookings from one network; phones of one carrier share one. */
  ofNetwork: { max: 200, seconds: HOUR },
  /** Bookings with one phone: a stranger may enter another person's, who gets the messages. */
  ofPhone: { max: 5, seconds: DAY },
} as const satisfies Record<string, Limit>
/** A flood from many networks and with many phones ends here. */
const limitsOfPage: readonly Limit[] = [
  { max: 60, seconds: HOUR },
  { max: 200, seconds: DAY },
]
const limitsOfBusiness: readonly Limit[] = [
  { max: 200, seconds: HOUR },
  { max: 600, seconds: DAY },
]

type ProofDeps = Pick<Deps, 'env' | 'now'>
export const bookingToken = ({ env, now }: ProofDeps, slug: string) =>
  newPageToken(env.secretKey, { kind: 'booking', key: slug }, now())

/** Judges the sender as a form does, without the database: by the hidden field, and by when the page was opened. */
export function requireGuest({ env, now }: ProofDeps, slug: string, { homepage, token }: BookingProof) {
  if (homepage) throw new AppError('booking_not_accepted')
  const age = pageAge(env.secretKey, { kind: 'booking', key: slug }, { token, now: now() })
  if (age === undefined || age > BOOKING_TOKEN_HOURS * HOUR * 1_000) throw new AppError('booking_page_stale')
  if (age < BOOKING_MIN_SECONDS * 1_000) throw new AppError('booking_too_fast')
}

type Booker = { businessId: string; pageId: string; phone: string; ip: string }
/** Books within the limits of network, phone, page and business. Only what was booked counts, except for the network. */
export async function bookWithinLimits<T>(
  { tenants: { pool }, now }: Pick<Deps, 'tenants' | 'now'>,
  { businessId, pageId, phone, ip }: Booker,
  book: () => Promise<T>,
): Promise<T> {
  await limitTo(pool, counterOf('bookings', networkOf(ip)), limits.ofNetwork, now())
  const counted: string[] = []
  const count = (key: string, limit: Limit) => {
    counted.push(key)
    return hit(pool, key, limit, now())
  }
  try {
    const ofPhone = await count(counterOf('bookingsOfPhone', businessId, phone), limits.ofPhone)
    if (ofPhone) throw new AppError('too_many_requests', { retryAfter: ofPhone })
    const many = [
      ...limitsOfPage.map((limit) => ({ limit, key: counterOf(`bookingsOfPage${limit.seconds}`, pageId) })),
      ...limitsOfBusiness.map((limit) => ({ limit, key: counterOf(`bookingsOfBusiness${limit.seconds}`, businessId) })),
    ]
    for (const { key, limit } of many) {
      const retryAfter = await count(key, limit)
      if (retryAfter) throw new AppError('too_many_bookings', { retryAfter })
    }
    return await book()
  } catch (error) {
    for (const key of counted) await takeBack(pool, key)
    throw error
  }
}
