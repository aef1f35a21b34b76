import { aPhone, expect, test } from '../support/fixtures.ts'
import { screensOf } from '../support/screens.ts'
import { onServer, openLead, pickStatus, ready, statusNames, unsent, write } from '../support/unsent.ts'

test.use({ serviceWorkers: 'allow' })
test.describe.configure({ timeout: 120_000 })

test('what is done without a network waits in its place, survives a restart, and is sent once', async ({
  page,
  context,
  t,
  world,
  isPhone,
  language,
}) => {
  const { id, path } = await openLead(page, world, t, isPhone)
  await context.setOffline(true)
  await write(page, t, 'First ראשונה')
  await expect(unsent(page, t, 'comments')).toContainText('First ראשונה')
  await write(page, t, 'Second שנייה')
  await expect(unsent(page, t, 'comments').getByRole('listitem')).toHaveText([/First/, /Second/])
  const [fresh = '', won = ''] = statusNames(language)
  await pickStatus(page, t, [fresh, won])
  await expect(unsent(page, t, 'changes')).toContainText(t('unsent:waiting'))
  await page.getByRole('button', { name: t('follow-ups:set') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common:save') })
    .click()
  await expect(unsent(page, t, 'followUps')).toContainText(t('unsent:waiting'))
  expect(await onServer(page, world, id)).toEqual({ comments: [], statusChanges: 0, followUps: 0, followUpsSet: 0 })
  // The app is closed and started again, without a network.
  await page.close()
  const again = await context.newPage()
  await again.goto(path)
  await expect(unsent(again, t, 'comments').getByRole('listitem')).toHaveText([/First/, /Second/])
  await expect(unsent(again, t, 'changes')).toContainText(won)
  await expect(again.getByRole('button', { name: t('leads:changeStatus', { status: won }) })).toBeVisible()
  await expect(unsent(again, t, 'followUps')).toBeVisible()
  await context.setOffline(false)
  await expect(unsent(again, t, 'comments')).toBeHidden({ timeout: 30_000 })
  await expect(unsent(again, t, 'changes')).toBeHidden()
  await expect(unsent(again, t, 'followUps')).toBeHidden()
  // The newest first.
  await expect
    .poll(() => onServer(again, world, id))
    .toEqual({ comments: ['Second שנייה', 'First ראשונה'], statusChanges: 1, followUps: 1, followUpsSet: 1 })
})

test('signing out asks first while something waits, and then leaves nothing', async ({
  page,
  context,
  t,
  world,
  isPhone,
}) => {
  const { openMenuGroup, openUserMenu } = screensOf(page, t, isPhone)
  await openLead(page, world, t, isPhone)
  // The reply does not come, so that it still waits when there is a network.
  await page.route('**/api/lead/*/comment*', (route) => route.abort('connectionreset'))
  await context.setOffline(true)
  await write(page, t, 'Not sent לא נשלח')
  await expect(unsent(page, t, 'comments')).toBeVisible()
  await context.setOffline(false)
  const signOut = async () => {
    if (isPhone) await (await openMenuGroup(t('shell:me'))).getByRole('button', { name: t('shell:logout') }).click()
    else {
      await openUserMenu(world.name)
      await page.getByRole('menuitem', { name: t('shell:logout') }).click()
    }
  }
  await signOut()
  const question = page.getByRole('dialog', { name: t('unsent:logoutUnsent.title') })
  await question.getByRole('button', { name: t('unsent:logoutUnsent.leave') }).click()
  await expect(page).toHaveURL(/auth\/login/)
  const names = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  await expect.poll(names).toEqual([])
})

test.describe('answers of the server', () => {
  // Requests are changed on their way, which works without a worker only.
  test.use({ serviceWorkers: 'block' })
  const COMMENTS = /\/api\/lead\/[^/]+\/comment/

  test('a comment whose reply was lost is sent again and is there once', async ({ page, t, world }) => {
    const id = await world.sendLead({ name: 'Noa נועה', phone: aPhone() })
    await page.goto(`/b/${world.businessId}/c/${world.campaignId}/leads/${id}`)
    await expect(page.getByRole('textbox', { name: t('leads:comment'), exact: true })).toBeVisible()
    let lost = 0
    await page.route(COMMENTS, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      lost += 1
      await route.fetch()
      await route.abort('connectionreset')
    })
    await write(page, t, 'Reply lost תשובה שאבדה')
    await expect(unsent(page, t, 'comments')).toContainText('Reply lost')
    expect(lost).toBeGreaterThan(0)
    expect((await onServer(page, world, id)).comments).toEqual(['Reply lost תשובה שאבדה'])
    await page.unroute(COMMENTS)
    await expect(unsent(page, t, 'comments')).toBeHidden({ timeout: 30_000 })
    expect((await onServer(page, world, id)).comments).toEqual(['Reply lost תשובה שאבדה'])
    await expect(page.getByText('Reply lost תשובה שאבדה')).toHaveCount(1)
  })

  test('what the server refuses is shown with what was typed, to be sent again or discarded', async ({
    page,
    context,
    t,
    world,
    language,
  }) => {
    const id = await world.sendLead({ name: 'Noa נועה', phone: aPhone() })
    await page.goto(`/b/${world.businessId}/c/${world.campaignId}/leads/${id}`)
    await expect(page.getByRole('textbox', { name: t('leads:comment'), exact: true })).toBeVisible()
    const [fresh = '', won = ''] = statusNames(language)
    await ready(page)
    await context.setOffline(true)
    await pickStatus(page, t, [fresh, won])
    const changes = unsent(page, t, 'changes')
    await expect(changes).toContainText(t('unsent:waiting'))
    // Meanwhile a colleague gives it another status.
    const headers = { authorization: `Bearer ${world.accessToken}`, 'x-business-id': world.businessId }
    const { statuses } = await (await page.request.get('/api/business', { headers })).json()
    const other = statuses.find(({ type }: { type: string }) => type === 'Lost')
    const changed = await page.request.patch(`/api/lead/${id}`, { headers, data: { statusId: other._id } })
    expect(changed.ok()).toBe(true)
    await context.setOffline(false)
    await expect(changes.getByRole('alert')).toContainText(t('unsent:refused'), { timeout: 30_000 })
    await expect(changes).toContainText(won)
    await changes.getByRole('button', { name: t('unsent:useMine') }).click()
    await expect(changes).toBeHidden()
    await expect(page.getByRole('button', { name: t('leads:changeStatus', { status: won }) })).toBeVisible()
    // The lead is deleted while a comment waits.
    await context.setOffline(true)
    await write(page, t, 'Too late מאוחר')
    await expect(unsent(page, t, 'comments')).toContainText(t('unsent:waiting'))
    await page.request.post('/api/lead/delete', { headers, data: { leadIds: [id] } })
    await context.setOffline(false)
    const refused = unsent(page, t, 'comments')
    await expect(refused.getByRole('alert')).toBeVisible({ timeout: 30_000 })
    await expect(refused).toContainText('Too late מאוחר')
    await refused.getByRole('button', { name: t('common:delete') }).click()
    await expect(refused).toBeHidden()
  })
})
