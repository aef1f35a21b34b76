import { expect } from 'vitest'
import type { NewWebhook } from '#contract/webhooks/webhooks.ts'
import { webhookRoutes } from '#contract/webhooks/webhooks.ts'
import { PASSWORD } from '../accounts/test-accounts.ts'
import type { testApp } from '../test-app.ts'
import { testLeads } from '../test-leads.ts'
import { waitFor } from '../wait-for.ts'

type App = Awaited<ReturnType<typeof testApp>>

/** A business with an Owner, and what tests of webhooks do in it. */
export async function webhookWorld(it: App) {
  const leads = testLeads(it)
  const made = await it.newBusiness()
  const owner = await made.member('Owner')
  const key = { ...(await made.apiKey(['leads:write'])), 'x-business-id': made.businessId }
  const now = async () => ({ ...owner, ...(await it.signIn(owner.userId)) })
  const make = async (url: string, changes: Partial<NewWebhook> = {}) => {
    const body = { name: 'CRM', url, types: ['lead.created' as const], password: PASSWORD, ...changes }
    const reply = await it.send(webhookRoutes.create, await now(), { body })
    expect(reply.status, JSON.stringify(reply.body)).toBe(201)
    return { id: reply.body.webhook._id, secret: reply.body.secret }
  }
  const arrive = async (values: object = {}) => (await leads.add(key, { campaignId: made.campaignId, ...values }))._id
  const change = async (id: string, values: object) => {
    const { status } = await leads.change(await now(), id, { ...values })
    expect(status).toBe(200)
  }
  const find = async (id: string) => {
    const { body } = await it.send(webhookRoutes.list, await now(), {})
    return body.webhooks.find(({ _id }) => _id === id)
  }
  const log = async (id: string, query = {}) =>
    (await it.send(webhookRoutes.deliveries, await now(), { params: { id }, query })).body.deliveries
  const one = async (id: string, eventId: string) =>
    (await it.send(webhookRoutes.delivery, await now(), { params: { id, eventId } })).body.delivery
  /** Waits until the log looks like this. */
  const settled = (id: string, isSettled: (deliveries: Awaited<ReturnType<typeof log>>) => boolean) =>
    waitFor(async () => {
      it.deps.wakeRelay()
      const deliveries = await log(id)
      return isSettled(deliveries) && deliveries
    })
  return { ...made, owner, key, leads, now, make, arrive, change, find, log, one, settled }
}
