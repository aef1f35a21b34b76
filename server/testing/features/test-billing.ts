import { randomUUID } from 'node:crypto'
import { billingRoutes } from '#contract/billing/billing.ts'
import type { PlanRates } from '#contract/billing/plans.ts'
import { insertVersion } from '../../features/billing/plans.queries.ts'
import { newId } from '../../platform/ids.ts'
import type { Credentials, testApp } from '../test-app.ts'

type App = Awaited<ReturnType<typeof testApp>>
/** Numbers of the local house's test cards. */
export const CARDS = {
  approved: '4580000000000000',
  noFunds: '4580000000000018',
  expired: '4580000000000026',
  blocked: '4580000000000034',
  challenge: '4580000000000042',
  noCallback: '4580000000000059',
  callbackFirst: '4580000000000067',
  doubled: '4580000000000075',
  timeout: '4580000000000083',
}

/** Acts of an Owner and of the person at the payment house's page. */
export function testBilling(it: App) {
  const plan = async (price: number, rates: PlanRates = {}) => {
    const id = newId()
    await it.deps.workerDb
      .transaction()
      .execute((tx) => insertVersion(tx, { id, plan: randomUUID(), nameHe: 'צמיחה', nameEn: 'Growth', price, rates }))
    return id
  }
  const fill = (url: string, form: Record<string, string>) =>
    it.app.inject({
      ...{ method: 'POST', url: new URL(url).pathname, payload: new URLSearchParams(form).toString() },
      headers: { 'content-type': 'application/x-www-form-urlencoded', host: 'localhost' },
    })
  /** Adds a test card on the house's page and finishes it, as the page does after the redirect. */
  const addCard = async (owner: Credentials, number: string) => {
    const { body } = await it.send(billingRoutes.addMethod, owner, { body: { kind: 'card' } })
    await fill(body.url, { answer: 'card', number, expires: '12/49' })
    if (number === CARDS.challenge) await fill(body.url, { answer: 'code', code: '123456' })
    await it.send(billingRoutes.finishMethod, owner, { params: { id: body.methodId } })
    return body.methodId
  }
  const addOrder = async (owner: Credentials) => {
    const account = { bank: '10', branch: '832', account: '10000128' } as const
    const { body } = await it.send(billingRoutes.addMethod, owner, { body: { kind: 'bank', ...account } })
    return { id: body.methodId, url: body.url }
  }
  const look = async (owner: Credentials) => (await it.send(billingRoutes.get, owner, {})).body.billing
  const choose = (owner: Credentials, planId: string) => it.send(billingRoutes.choosePlan, owner, { body: { planId } })
  return { plan, fill, addCard, addOrder, look, choose }
}
