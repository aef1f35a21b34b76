import { DEMO_PASSWORD } from '../db/demo/people.ts'
import { expect, keepToken, post, test } from './support/fixtures.ts'

test('calls are found, opened and played during navigation, and their caller is blocked', async ({
  page,
  t,
  isPhone,
  language,
}) => {
  const { accessToken, user } = await post(page.context().request, '/auth/login', {
    email: 'owner@demo.test',
    password: DEMO_PASSWORD,
  })
  await keepToken(page, accessToken)
  // The demo's Owner has a stored language, which is not changed.
  await page.route('**/api/auth/getCurrentUser', async (route) => {
    const reply = await route.fetch()
    const body = await reply.json()
    await route.fulfill({ response: reply, json: { ...body, user: { ...body.user, userLanguage: language } } })
  })
  const list = `/b/${user.lastBusinessId}/calls/all`
  const calls = isPhone
    ? page.getByRole('list', { name: t('calls:title') }).getByRole('listitem')
    : page
        .getByRole('table', { name: t('calls:title') })
        .locator('tbody')
        .getByRole('row')
  // A withheld number has no lead and cannot be blocked.
  const withNumber = calls.filter({ hasNotText: t('calls:withheld') })
  const player = page.getByRole('region', { name: t('calls:player.title') })

  await test.step('the list with its figures', async () => {
    await page.goto(list)
    if (isPhone) await expect.poll(() => calls.count()).toBeGreaterThan(24)
    else await expect(calls).toHaveCount(10)
    await expect(page.locator('[data-summary="calls"]')).toHaveText(/\d/)
  })

  await test.step('filters are kept in the URL', async () => {
    await page.goto(`${list}?status=Busy`)
    await expect(calls.first()).toContainText(t('calls:statuses.Busy'))
    await page.goto(`${list}?recording=true&status=Answered`)
    await expect(calls.first()).toContainText(t('calls:statuses.Answered'))
  })

  await test.step('a recording keeps playing during navigation', async () => {
    await withNumber
      .first()
      .getByRole('button', { name: t('calls:player.playOf', { name: '' }).trim() })
      .click()
    await expect(player).toBeVisible()
    await expect(player.locator('[data-player-at]')).not.toHaveText('0:00')
    // Both channels, drawn from the recording itself: more than a flat line.
    await expect
      .poll(() =>
        player
          .locator('[data-lane] path')
          .first()
          .evaluate((path) => new Set(path.getAttribute('d')?.match(/v[\d.]+/g)).size),
      )
      .toBeGreaterThan(3)
    const before = await player.locator('[data-player-at]').textContent()
    await withNumber.first().click({ position: { x: 150, y: 12 } })
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByText(t('calls:attempts.title'))).toBeVisible()
    await expect(page).toHaveURL(/call=/)
    // The player stands above the drawer's overlay.
    await player.getByRole('button', { name: t('calls:player.forward') }).click()
    await player.getByRole('slider').click({ position: { x: 4, y: 8 } })
    await expect(drawer).toBeVisible()
    await expect(player.locator('[data-player-at]')).not.toHaveText(before ?? '')
    await drawer.getByRole('link', { name: t('calls:openLead') }).click()
    await expect(page).toHaveURL(/\/leads\//)
    await expect(player).toBeVisible()
  })

  await test.step('the lead lists its calls', async () => {
    await page.getByRole('tab', { name: t('leads:history.calls') }).click()
    await expect(
      page
        .getByRole('list', { name: t('calls:title') })
        .getByRole('listitem')
        .first(),
    ).toBeVisible()
    await player.getByRole('button', { name: t('calls:player.close') }).click()
    await expect(player).toHaveCount(0)
  })

  await test.step('its caller is blocked with one click, and unblocked', async () => {
    await page.goto(`${list}?status=Busy`)
    await withNumber.first().click({ position: { x: 150, y: 12 } })
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('button', { name: t('blacklist:toBlacklist') }).click()
    await expect(drawer.getByRole('button', { name: t('blacklist:fromBlacklist') })).toBeVisible()
    await page.getByRole('button', { name: t('common:undo') }).click()
    await expect(drawer.getByRole('button', { name: t('blacklist:toBlacklist') })).toBeVisible()
  })
})
