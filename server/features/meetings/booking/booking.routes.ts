import type { FastifyInstance } from 'fastify'
import { bookingPageRoutes } from '#contract/leads/meetings/booking/booking-pages.ts'
import { guestBookingRoutes } from '#contract/leads/meetings/booking/guest-booking.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { handle } from '../../../platform/http/handle.ts'
import { openAddressLimit } from '../../../platform/http/rate-limits.ts'
import * as pages from './booking-pages.service.ts'
import { book, readPage, readSlots } from './guest-booking.service.ts'

/** Requests for free times from one network a minute; each process counts its own. */
const VIEWS_PER_MINUTE = 300

export function mountBooking(app: FastifyInstance, deps: Deps) {
  mountGuestBooking(app, deps)
  handle(app, bookingPageRoutes.list, async (_, context) => ({ success: true, pages: await pages.listPages(context) }))
  handle(app, bookingPageRoutes.people, async ({ query }, context) => ({
    success: true,
    people: await pages.listPeople(context, query.campaignId),
  }))
  handle(app, bookingPageRoutes.create, async ({ body }, context) => ({
    success: true,
    page: await pages.createPage(context, body),
  }))
  handle(app, bookingPageRoutes.change, async ({ params, body }, context) => ({
    success: true,
    page: await pages.changePage(context, params.id, body),
  }))
  handle(app, bookingPageRoutes.remove, async ({ params }, context) => {
    await pages.removePage(context, params.id)
    return { success: true }
  })
}

/** The page of strangers, without sign-in. GET changes nothing. */
function mountGuestBooking(app: FastifyInstance, deps: Deps) {
  const mayView = openAddressLimit(VIEWS_PER_MINUTE, deps.now)
  const limit = (ip: string) => {
    if (!mayView(ip)) throw new AppError('too_many_requests', { retryAfter: 60 })
  }
  handle(app, guestBookingRoutes.read, async ({ params }, { client }) => {
    limit(client.ip)
    return { success: true, page: await readPage(deps, { ...params, client }) }
  })
  handle(app, guestBookingRoutes.slots, async ({ params, query }, { client }) => {
    limit(client.ip)
    return { success: true, days: await readSlots(deps, { ...params, client }, query) }
  })
  handle(app, guestBookingRoutes.book, async ({ params, body }, { client, idempotencyKey: key }) => {
    // A repeat may come with another token.
    const { token, homepage, ...wanted } = body
    return {
      success: true,
      ...(await book(deps, { ...params, client }, { wanted, proof: { token, homepage }, key })),
    }
  })
}
