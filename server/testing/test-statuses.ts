import { expect } from 'vitest'
import { businessRoutes } from '#contract/businesses.ts'

import { type OwnStatus, statusRoutes } from '#contract/leads/statuses.ts'
import type { Credentials, testApp } from './test-app.ts'

type App = Awaited<ReturnType<typeof testApp>>
type As = Partial<Credentials> | undefined
/** Loosely typed, because tests also send invalid input. */
type Loose = Record<string, unknown>

/** Helpers for tests of statuses. */
export function testStatuses({ send }: App) {
  const settings = async (as: As) => {
    const { status, body } = await send(statusRoutes.list, as, {})
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  /** Statuses as any member reads them. */
  const shown = async (as: As) => (await send(businessRoutes.get, as, {})).body.statuses
  const named = async (as: As) => (await settings(as)).statuses.map(({ nameEn }) => nameEn)
  const create = (as: As, body: Loose) =>
    send(statusRoutes.create, as, {
      body: { nameHe: `${body.nameEn} בעברית`, hue: 'teal', type: 'Ongoing', ...body } as never,
    })
  /** Creates a status that must be accepted. */
  const made = async (as: As, body: Loose): Promise<OwnStatus> => {
    const reply = await create(as, body)
    expect(reply.status, JSON.stringify(reply.body)).toBe(201)
    return reply.body.status
  }
  const edit = (as: As, id: string, body: Loose) =>
    send(statusRoutes.change, as, { params: { id }, body: body as never })
  const put = (as: As, statusId: string, before: string | null) =>
    send(statusRoutes.order, as, { body: { statusId, before } })
  const drop = (as: As, id: string, replacement?: string) =>
    send(statusRoutes.remove, as, { params: { id }, body: replacement ? { replacement } : {} })
  const start = (as: As, set: string) => send(statusRoutes.start, as, { body: { set: set as never } })
  return { settings, shown, named, create, made, edit, put, drop, start }
}
