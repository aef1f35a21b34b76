import { expect } from 'vitest'
import type { Failure } from '#contract/common.ts'
import { commentRoutes } from '#contract/leads/comments/comments.ts'
import { leadCountRoutes } from '#contract/leads/lead-counts.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import type { RouteInput } from '#contract/route.ts'
import { withClient } from '../platform/db/connections.ts'
import { isAfter } from '../platform/events/position.ts'
import type { Credentials, testApp } from './test-app.ts'
import { waitFor } from './wait-for.ts'

type App = Awaited<ReturnType<typeof testApp>>
type As = Partial<Credentials> | undefined
type Headers = Record<string, string>
/** Loosely typed, because tests also send invalid input. */
type Loose = Record<string, unknown>

let phones = 0
/** A fictitious phone, unique for each call. */
export const nextPhone = () => `+97272444${String(++phones).padStart(4, '0')}`

/** A refusal with its issues by path. */
export function refusal({ status, body }: { status: number; body: unknown }) {
  const { code, message, issues = [] } = body as Failure
  return { status, code, message, issues: Object.fromEntries(issues.map((issue) => [issue.path, issue.message])) }
}

/** Helpers for tests of leads. */
export function testLeads({ send, deps, urls }: App) {
  const take = (as: As, body: Loose, headers: Headers = {}) =>
    send(leadRoutes.create, as, { body: body as never }, headers)
  /** Sends a lead that must be accepted. */
  const add = async (as: As, body: Loose = {}) => {
    const reply = await take(as, { name: 'Dana Levi', ...(!body.email && { phone: nextPhone() }), ...body })
    expect([200, 201], JSON.stringify(reply.body)).toContain(reply.status)
    return reply.body.lead
  }
  const page = (as: As, { filters, ...query }: Loose = {}, headers: Headers = {}) => {
    const asked = { ...query, ...(filters !== undefined && { filters: JSON.stringify(filters) }) }
    return send(leadRoutes.list, as, { query: asked as never }, headers)
  }
  /** Sorted names and the total of a list. */
  const names = async (as: As, query: Loose = {}) => {
    const { status, body } = await page(as, { limit: 100, ...query })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.pagination.total).toBe(body.leads.length)
    return body.leads.map(({ name }) => name).sort()
  }
  /** Number of leads by status. */
  const counts = async (as: As, query: RouteInput<typeof leadCountRoutes.byStatus>['query'] = {}) => {
    const { status, body } = await send(leadCountRoutes.byStatus, as, { query })
    expect(status, JSON.stringify(body)).toBe(200)
    return Object.fromEntries(body.statuses.map(({ statusId, total }) => [statusId, total]))
  }
  const get = (as: As, id: string, headers: Headers = {}) => send(leadRoutes.get, as, { params: { id } }, headers)
  const change = (as: As, id: string, body: Loose, headers: Headers = {}) =>
    send(leadRoutes.change, as, { params: { id }, body: body as never }, headers)
  const comment = (as: As, id: string, text: string) => send(commentRoutes.add, as, { params: { id }, body: { text } })
  const history = (as: As, id: string, query: Loose = {}, headers: Headers = {}) =>
    send(leadRoutes.history, as, { params: { id }, query: query as never }, headers)
  const remove = (as: As, leadIds: string[], campaignId?: string) =>
    send(leadRoutes.remove, as, { body: { leadIds, ...(campaignId && { campaignId }) } })
  const restore = (as: As, leadIds: string[]) => send(leadRoutes.restore, as, { body: { leadIds } })

  /** Waits until the relay has handled all events, and this process has delivered them to its streams. */
  const relayed = () =>
    waitFor(async () => {
      const left = await deps.workerDb
        .selectFrom('events as e')
        .innerJoin('relay_position as p', (join) => join.onTrue())
        .select('e.id')
        .where((eb) =>
          eb.or([
            eb('e.xid', '>', eb.ref('p.xid')),
            eb.and([eb('e.xid', '=', eb.ref('p.xid')), eb('e.id', '>', eb.ref('p.id'))]),
          ]),
        )
        .limit(1)
        .execute()
      return left.length === 0 && !isAfter(await deps.hub.settledPosition(), deps.hub.position())
    })
  /** Runs work while the relay is blocked. */
  const withoutRelay = <T>(work: () => Promise<T>) =>
    withClient(urls.adminUrl, async (client) => {
      await client.query('begin; select from relay_position for update')
      return work()
    })
  return { take, add, page, names, counts, get, change, comment, history, remove, restore, relayed, withoutRelay }
}
