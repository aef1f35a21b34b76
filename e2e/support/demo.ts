import type { Page } from '@playwright/test'
import { DEMO_PASSWORD } from '../../db/demo/people.ts'
import { keepToken, type Language, post } from './fixtures.ts'

/** Signs in as the demo's Owner, whose stored language is not changed. */
export async function enterDemo(page: Page, language: Language) {
  const owner = await post(page.request, '/auth/login', { email: 'owner@demo.test', password: DEMO_PASSWORD })
  await keepToken(page, owner.accessToken)
  await page.route('**/api/auth/getCurrentUser', async (route) => {
    const reply = await route.fetch()
    const body = await reply.json()
    await route.fulfill({ response: reply, json: { ...body, user: { ...body.user, userLanguage: language } } })
  })
  const headers = { authorization: `Bearer ${owner.accessToken}` }
  const get = async (path: string, more: Record<string, string> = {}) =>
    (await page.request.get(`/api${path}`, { headers: { ...headers, ...more } })).json()
  const { businesses } = await get('/auth/getCurrentUser')
  const businessId: string = owner.user.lastBusinessId ?? businesses[0].businessId
  return { businessId, get: (path: string) => get(path, { 'x-business-id': businessId }) }
}

type Known = {
  campaigns: { _id: string }[]
  forms: { _id: string; key: string }[]
  numbers: { _id: string }[]
  flows: { _id: string }[]
  automations: { _id: string }[]
  sources: { _id: string }[]
  webhooks: { _id: string }[]
  leads: { _id: string }[]
}
export type Get = (path: string) => Promise<Known>

export async function firstForm(get: Get) {
  const { campaigns } = await get('/user/campaign/names')
  for (const { _id: campaignId } of campaigns) {
    const [form] = (await get(`/user/campaign/forms?campaignId=${campaignId}`)).forms
    if (form) return { form, campaignId }
  }
  throw new Error('The demo has no form')
}

/** Values for the ids in the paths of the page table. */
export async function idsOfDemo(businessId: string, get: Get) {
  const { form, campaignId } = await firstForm(get)
  const { numbers } = await get('/number')
  const { flows } = await get('/call-flows')
  const { automations } = await get('/automations')
  const { sources } = await get('/lead-sources')
  const { webhooks } = await get('/webhooks')
  const token = 'a'.repeat(43)
  const { leads } = await get(`/lead?campaignId=${campaignId}&page=1&limit=10`)
  return {
    ...{ businessId, campaignId, token, id: businessId, key: token },
    ...{ formId: form._id, numberId: numbers[0]?._id ?? '', leadId: leads[0]?._id ?? '' },
    ...{ flowId: flows[0]?._id ?? '', automationId: automations[0]?._id ?? '' },
    sourceId: sources[0]?._id ?? '',
    webhookId: webhooks[0]?._id ?? '',
  }
}
