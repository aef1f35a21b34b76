import type { APIRequestContext } from '@playwright/test'
import { aPhone, expect, international, test, type World } from '../support/fixtures.ts'
import { screensOf } from '../support/screens.ts'

/** Orders a number for the journey's campaign. Returns what dials it from this phone, and waits until the call is over. */
async function aNumber(request: APIRequestContext, world: World, { caller, nth }: { caller: string; nth: number }) {
  const headers = { authorization: `Bearer ${world.accessToken}`, 'x-business-id': world.businessId }
  const { numbers } = await (await request.get('/api/number/free?area=077', { headers })).json()
  const { phone } = numbers[nth]
  const { order } = await (
    await request.post('/api/number/order', { headers, data: { phone, campaignId: world.campaignId } })
  ).json()
  const stateOf = async () =>
    (await (await request.get(`/api/number/order/${order._id}`, { headers })).json()).order.state
  await expect.poll(stateOf).toBe('done')
  const ended = async () =>
    (await (await request.get('/api/call', { headers })).json()).calls.filter(
      ({ status }: { status: string | null }) => status !== null,
    ).length
  return async (scenario: 'cancel' | 'answered') => {
    const before = await ended()
    const reply = await request.post('/dev/demo-calls', { data: { scenario, to: phone, from: caller } })
    expect(await reply.json()).toMatchObject({ to: phone, from: caller })
    await expect.poll(ended, { timeout: 40_000 }).toBe(before + 1)
  }
}

test('a missed caller waits once in Today and on the desk until they are spoken with', async ({
  page,
  t,
  world,
  isPhone,
  language,
}) => {
  test.setTimeout(180_000)
  const { toast } = screensOf(page, t, isPhone)
  const caller = international(aPhone())
  // Projects that run at the same time are offered the same free numbers.
  const dial = await aNumber(page.context().request, world, { caller, nth: isPhone ? 1 : language === 'he' ? 2 : 0 })
  const row = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /./ }) })
    .filter({
      hasText: world.campaignName,
    })
  const tries = (count: number) => row.getByText(t('follow-ups:today.tries', { count }))
  const act = (key: string) =>
    row.getByRole('button', { name: new RegExp(t(`follow-ups:${key}`, { name: '' }).trim()) })
  const desk = `/b/${world.businessId}/calls/missed`

  await test.step('it appears in Today by itself', async () => {
    await page.goto(`/b/${world.businessId}/today`)
    await expect(page.getByRole('heading', { name: t('follow-ups:today.done') })).toBeVisible()
    await dial('cancel')
    const section = page.getByRole('region', { name: t('follow-ups:today.sections.missedCalls') })
    await expect(section.getByRole('listitem')).toHaveCount(1)
  })
  await test.step('three tries are one entry of the desk, with the target of the campaign', async () => {
    await page.getByRole('link', { name: t('follow-ups:today.allMissed') }).click()
    await expect(page).toHaveURL(new RegExp(`${desk}$`))
    await dial('cancel')
    await dial('cancel')
    await expect(row).toHaveCount(1)
    if (isPhone) await expect(tries(3)).toBeVisible()
    else await expect(row).toContainText(t('follow-ups:today.tries', { count: 3 }))
    await expect(row).toContainText(world.name)
    await expect(row.getByRole('link', { name: new RegExp(t('follow-ups:call')) })).toHaveAttribute(
      'href',
      `tel:${caller}`,
    )
  })
  await test.step('done can be undone', async () => {
    await act('doneOf').click()
    await expect(page.getByRole('heading', { name: t('missed-calls:none.waiting') })).toBeVisible()
    await toast(t('follow-ups:toasts.returned'))
      .getByRole('button', { name: t('common:undo') })
      .click()
    await expect(row).toHaveCount(1)
  })
  await test.step('snoozed, they come back when they try again', async () => {
    await act('snoozeOf').click()
    await page.getByRole('menuitem', { name: t('follow-ups:moments.hour') }).click()
    await expect(page.getByRole('heading', { name: t('missed-calls:none.waiting') })).toBeVisible()
    await page.getByRole('button', { name: t('missed-calls:states.snoozed') }).click()
    await expect(row).toHaveCount(1)
    await page.getByRole('button', { name: t('missed-calls:states.waiting') }).click()
    await dial('cancel')
    await expect(row).toHaveCount(1)
    await expect(row).toContainText(t('follow-ups:today.tries', { count: 4 }))
  })
  await test.step('an answered call removes them', async () => {
    await dial('answered')
    await expect(page.getByRole('heading', { name: t('missed-calls:none.waiting') })).toBeVisible()
  })
})
