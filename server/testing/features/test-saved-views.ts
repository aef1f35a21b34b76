import { expect } from 'vitest'
import { type LeadView, leadViewRoutes } from '#contract/leads/saved-views/lead-views.ts'
import type { Credentials, testApp } from '../test-app.ts'

type App = Awaited<ReturnType<typeof testApp>>
type As = Partial<Credentials> | undefined
/** Loosely typed, because tests also send invalid input. */
type Loose = Record<string, unknown>

/** Helpers for tests of saved views. */
export function testSavedViews({ send }: App) {
  const list = async (as: As) => (await send(leadViewRoutes.list, as, {})).body.views
  const names = async (as: As) => (await list(as)).map(({ name }) => name)
  const save = (as: As, name: string, values: Loose = {}) =>
    send(leadViewRoutes.create, as, { body: { name, query: { look: 'table' }, ...values } as never })
  /** Saves a view that must be accepted. */
  const saved = async (as: As, name: string, values?: Loose): Promise<LeadView> => {
    const { status, body } = await save(as, name, values)
    expect(status, JSON.stringify(body)).toBe(201)
    return body.view
  }
  const change = (as: As, { _id: id }: Pick<LeadView, '_id'>, body: Loose) =>
    send(leadViewRoutes.change, as, { params: { id }, body: body as never })
  const remove = (as: As, { _id: id }: Pick<LeadView, '_id'>) => send(leadViewRoutes.remove, as, { params: { id } })
  const restore = (as: As, { _id: id }: Pick<LeadView, '_id'>) => send(leadViewRoutes.restore, as, { params: { id } })
  return { list, names, save, saved, change, remove, restore }
}
