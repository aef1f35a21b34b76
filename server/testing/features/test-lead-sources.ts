import { expect } from 'vitest'
import { type LeadSource, type LeadSourceKind, leadSourceRoutes } from '#contract/lead-sources/lead-sources.ts'
import { readDue } from '../../features/lead-sources/reading.ts'
import type { Credentials, testApp } from '../test-app.ts'

type App = Awaited<ReturnType<typeof testApp>>
type As = Partial<Credentials>

/** Helpers for tests of leads from other systems. */
export function testLeadSources({ send, app, deps, errors }: App) {
  const make = async (as: As, campaignId: string, kind: LeadSourceKind = 'web'): Promise<LeadSource> =>
    (await send(leadSourceRoutes.create, as, { body: { campaignId, kind, name: `From ${kind}` } })).body.source

  /** Sends a body to a source as another system does. */
  const post = (to: Pick<LeadSource, 'address'>, body: string | Buffer, contentType?: string) =>
    app.inject({
      method: 'POST',
      url: new URL(to.address).pathname,
      headers: { host: 'localhost', ...(contentType && { 'content-type': contentType }) },
      payload: body,
    })
  const postJson = (to: Pick<LeadSource, 'address'>, body: unknown) =>
    post(to, JSON.stringify(body), 'application/json')
  const postForm = (to: Pick<LeadSource, 'address'>, fields: Record<string, string>) =>
    post(to, new URLSearchParams(fields).toString(), 'application/x-www-form-urlencoded')

  /** Reads what was sent. */
  const settle = async () => {
    while ((await readDue(deps)) > 0);
    expect(errors).toEqual([])
  }
  const change = (as: As, { _id }: Pick<LeadSource, '_id'>, body: object) =>
    send(leadSourceRoutes.change, as, { params: { id: _id }, body })
  /** Requests of a source, newest first. */
  const requests = async (as: As, sourceId: string, state: 'all' | 'unread' = 'all') =>
    (await send(leadSourceRoutes.deliveries, as, { query: { sourceId, state, limit: 100 } })).body.deliveries
  return { make, post, postJson, postForm, settle, change, requests }
}
