import { expect } from 'vitest'
import { bookingPageRoutes } from '#contract/leads/meetings/booking/booking-pages.ts'
import { guestBookingRoutes } from '#contract/leads/meetings/booking/guest-booking.ts'
import { newPageToken } from '../../platform/http/content/page-token.ts'
import { bookingSettings } from '../routes/meeting-fixtures.ts'
import type { Credentials, testApp } from '../test-app.ts'

type App = Awaited<ReturnType<typeof testApp>>
type As = Partial<Credentials> | undefined
type Loose = Record<string, unknown>

export const aGuest = { name: 'Dana Levi', phone: '054-111-2233' }

/** Helpers for tests of booking pages. */
export function testBooking({ send, deps }: App) {
  /** As of a page that was opened a moment ago. */
  const token = (slug: string, seconds = 10) =>
    newPageToken(deps.env.secretKey, { kind: 'booking', key: slug }, new Date(deps.now().getTime() - seconds * 1_000))
  const create = (as: As, { settings, ...page }: Loose) =>
    send(bookingPageRoutes.create, as, {
      body: { isTeam: false, ...page, settings: { ...bookingSettings, ...(settings as Loose) } } as never,
    })
  const slots = (slug: string, query: Loose) =>
    send(guestBookingRoutes.slots, undefined, { params: { slug }, query: query as never })
  return {
    create,
    token,
    /** Makes a page that must be accepted. */
    async made(as: As, page: Loose) {
      const reply = await create(as, page)
      expect(reply.status, JSON.stringify(reply.body)).toBe(201)
      return reply.body.page
    },
    change: (as: As, id: string, body: Loose) =>
      send(bookingPageRoutes.change, as, { params: { id }, body: body as never }),
    remove: (as: As, id: string) => send(bookingPageRoutes.remove, as, { params: { id } }),
    list: async (as: As) => (await send(bookingPageRoutes.list, as, {})).body.pages,
    read: (slug: string) => send(guestBookingRoutes.read, undefined, { params: { slug } }),
    slots,
    /** The free hours of a day, `10:00`, in winter. */
    async hours(slug: string, day: string, minutes = 60) {
      const reply = await slots(slug, { from: day, to: day, minutes })
      expect(reply.status, JSON.stringify(reply.body)).toBe(200)
      const [found] = reply.body.days
      const local = (at: string) => new Date(Date.parse(at) + 2 * 3_600_000).toISOString().slice(11, 16)
      return found?.closed ?? found?.times.map(local).join(' ')
    },
    book: (slug: string, body: Loose, headers: Record<string, string> = {}) =>
      send(
        guestBookingRoutes.book,
        undefined,
        { params: { slug }, body: { minutes: 60, ...aGuest, token: token(slug), ...body } as never },
        headers,
      ),
  }
}
