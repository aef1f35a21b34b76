import type { Page } from '@playwright/test'
import { aPhone, expect, type Texts, type World } from './fixtures.ts'
import { kept, servedByWorker } from './offline.ts'
import { screensOf } from './screens.ts'

/** The lead as the server has it: its history's texts, its status and its open follow-ups. */
export async function onServer(page: Page, world: World, id: string) {
  const headers = { authorization: `Bearer ${world.accessToken}`, 'x-business-id': world.businessId }
  const read = async (path: string) => (await page.request.get(`/api${path}`, { headers })).json()
  const { history } = await read(`/lead/${id}/history?limit=50`)
  const { followUps } = await read(`/lead/${id}/follow-ups`)
  type Item = { event: string; comment: string | null; changes?: { statusId?: unknown } }
  return {
    comments: history.filter(({ event }: Item) => event === 'lead.commented').map(({ comment }: Item) => comment),
    statusChanges: history.filter(({ changes }: Item) => changes?.statusId).length,
    followUps: followUps.length,
    followUpsSet: history.filter(({ event }: Item) => event === 'follow_up.set').length,
  }
}

export const write = async (page: Page, t: Texts, text: string) => {
  const field = page.getByRole('textbox', { name: t('leads:comment'), exact: true })
  await field.fill(text)
  await page.getByRole('button', { name: t('leads:addComment'), exact: true }).click()
}
export const unsent = (page: Page, t: Texts, of: string) => page.getByRole('list', { name: t(`unsent:of.${of}`) })

/** A lead that the device keeps. */
export async function openLead(page: Page, world: World, t: Texts, isPhone: boolean) {
  const { lead } = screensOf(page, t, isPhone)
  const id = await world.sendLead({ name: 'Noa נועה', phone: aPhone() })
  await page.goto(world.leadsPath)
  await expect(lead('Noa נועה')).toBeVisible()
  await servedByWorker(page)
  const path = `/b/${world.businessId}/c/${world.campaignId}/leads/${id}`
  await page.goto(path)
  await kept(page, id)
  return { id, path }
}

/** The code that keeps acts is loaded behind the page. */
export const ready = (page: Page) =>
  expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
    .toContain('leadline-unsent')

export const statusNames = (language: string) => (language === 'he' ? ['חדש', 'נסגר בהצלחה'] : ['New', 'Won'])
export async function pickStatus(page: Page, t: Texts, [from, to]: [string, string]) {
  await page.getByRole('button', { name: t('leads:changeStatus', { status: from }) }).click()
  await page.getByRole('menuitemradio', { name: to }).click()
}
