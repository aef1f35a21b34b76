import { aPhone, expect, test } from './support/fixtures.ts'
import { screensOf } from './support/screens.ts'

const LONG = 'קמפיין חורף Premium Kitchens גוש דן והשרון 2026 א׳'

test('leads are selected on a phone by a long press, then by a tap', async ({ page, t, world, isPhone, language }) => {
  const { toast, leads, lead } = screensOf(page, t, isPhone)
  const won = language === 'he' ? 'נסגר בהצלחה' : 'Won'
  for (const name of ['Gal גל', 'Tal טל', 'Noa נועה']) await world.sendLead({ name, phone: aPhone() })
  await page.goto(world.leadsPath)
  await expect(leads).toHaveCount(3)

  const hand = await page.context().newCDPSession(page)
  const box = await lead('Tal').boundingBox()
  // Beside the name, away from the buttons at the card's other side.
  const position = { x: language === 'he' ? (box?.width ?? 0) - 60 : 60, y: 40 }
  const at = { x: (box?.x ?? 0) + position.x, y: (box?.y ?? 0) + position.y }
  await hand.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
  const bar = page.getByRole('toolbar', { name: t('leads:bulk') })
  await expect(bar).toBeVisible()
  await hand.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect(bar).toContainText(t('leads:selected', { count: 1, total: '1' }))
  await lead('Noa').tap({ position })
  await expect(bar).toContainText(t('leads:selected', { count: 2, total: '2' }))
  await expect(page).toHaveURL(world.leadsPath)

  await bar.getByRole('button', { name: t('leads:columns.status') }).click()
  await page
    .getByRole('menuitemradio', { name: won })
    .or(page.getByRole('menuitem', { name: won }))
    .click()
  await expect(toast(t('common:undo'))).toBeVisible()
  await expect(bar).toHaveCount(0)
  await page.goto(`${world.leadsPath}?statusType=Won`)
  await expect(leads).toHaveCount(2)
})

test('on a phone the statuses are a row of tabs with counts, one of them selected', async ({
  page,
  t,
  world,
  isPhone,
  language,
}) => {
  const { leads, lead, leadLink } = screensOf(page, t, isPhone)
  const [fresh, attempting, lost] =
    language === 'he' ? ['חדש', 'ניסיון קשר', 'לא רלוונטי'] : ['New', 'Attempting', 'Not relevant']
  const tabs = page.getByRole('group', { name: t('leads:columns.status') }).getByRole('button')
  const tab = (name: string, total: number) => tabs.filter({ hasText: name }).filter({ hasText: String(total) })
  const isChosen = (name: string, total: number) => expect(tab(name, total)).toHaveAttribute('aria-pressed', 'true')
  for (const name of ['Gal גל', 'Tal טל', 'Noa נועה']) await world.sendLead({ name, phone: aPhone() })
  await page.goto(world.leadsPath)
  await expect(leads).toHaveCount(3)
  await isChosen(t('leads:anyStatus'), 3)
  await expect(tabs).toHaveCount(10)

  await test.step('a status without leads, then one with all of them', async () => {
    await tab(attempting, 0).tap()
    await expect(page).toHaveURL(/\?status=[0-9a-f-]{36}$/)
    await expect(page.getByRole('heading', { name: t('leads:noMatch') })).toBeVisible()
    await tab(fresh, 3).tap()
    await expect(leads).toHaveCount(3)
    await expect(page.getByRole('button', { name: t('lists:filtersChosen', { count: 1 }) })).toBeVisible()
  })

  await test.step('as cards the tabs are the same, and follow changes', async () => {
    await page.getByRole('link', { name: t('leads:looks.cards') }).tap()
    await expect(page).toHaveURL(/\/cards\?status=/)
    await page.getByRole('button', { name: t('leads:board.list'), exact: true }).tap()
    await isChosen(fresh, 3)
    await lead('Tal')
      .getByRole('button', { name: t('leads:changeStatus', { status: fresh }) })
      .tap()
    await page.getByRole('menuitemradio', { name: attempting }).tap()
    await expect(tab(fresh, 2)).toBeVisible()
    await tab(attempting, 1).tap()
    await expect(leads).toHaveCount(1)
    await page.getByRole('link', { name: t('leads:looks.table') }).tap()
    await expect(page).toHaveURL(new RegExp(`${world.leadsPath}\\?status=`))
    await isChosen(attempting, 1)
  })

  await test.step('a lead, and back to the same position', async () => {
    await leadLink('Tal').tap()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Tal')
    await page.goBack()
    await isChosen(attempting, 1)
    await expect(leads).toHaveCount(1)
  })

  await test.step('a new lead is counted at once', async () => {
    await world.sendLead({ name: 'Dana דנה', phone: aPhone() })
    await expect(tab(fresh, 3)).toBeVisible()
    await expect(tab(t('leads:anyStatus'), 4)).toBeVisible()
  })

  await test.step('the selected tab is scrolled into view, and tapping works at its upper and lower edge', async () => {
    await tab(lost, 0).focus()
    await page.keyboard.press('Space')
    await isChosen(lost, 0)
    await page.reload()
    await isChosen(lost, 0)
    await expect(tab(lost, 0)).toBeInViewport({ ratio: 1 })
    const reached = await tab(lost, 0).evaluate((button) => {
      const { left, width, top, height } = button.getBoundingClientRect()
      const isHit = (y: number) => button.contains(document.elementFromPoint(left + width / 2, top + height / 2 + y))
      return [isHit(-21.5), isHit(21.5)]
    })
    expect(reached).toEqual([true, true])
  })

  await test.step('among unread leads the tabs have no counts', async () => {
    await page.goto(`${world.leadsPath}?unread=true`)
    await expect(leads).toHaveCount(3)
    await expect(tabs.first()).toHaveText(t('leads:anyStatus'))
  })
})

test('without a connection the screen stays, and what was opened appears when it is back', async ({
  page,
  t,
  world,
  isPhone,
}) => {
  const { leads } = screensOf(page, t, isPhone)
  await world.sendLead({ name: 'Noa נועה', phone: aPhone() })
  await page.goto(world.leadsPath)
  await expect(leads).toHaveCount(1)
  const waits = page.getByText(t('shell:codeWaits'))
  const title = page.getByText(t('leads:newLead')).and(page.getByRole('heading'))

  await page.context().setOffline(true)
  await page.getByRole('button', { name: t('leads:newLead') }).click()
  await expect(waits).toBeVisible()
  await expect(leads).toHaveCount(1)
  await expect(page.getByText(t('common:unexpectedError'))).toHaveCount(0)

  await page.context().setOffline(false)
  await expect(title).toBeVisible()
  await expect(waits).toHaveCount(0)
})

test('names of 50 characters leave every screen of a phone as wide as it is', async ({ page, world }) => {
  expect(LONG).toHaveLength(50)
  await page.setViewportSize({ width: 360, height: 780 })
  const campaignId = await world.addCampaign(LONG)
  const inCampaign = `/b/${world.businessId}/c/${campaignId}`
  for (const path of [
    ...['leads', 'calls', 'forms'].map((section) => `${inCampaign}/${section}`),
    ...['/dashboard', world.campaignsPath],
  ]) {
    await page.goto(path)
    const title = page.getByRole('heading', { level: 1 })
    await expect(title).toBeVisible()
    await expect(page.getByText(LONG).filter({ visible: true }).first()).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(360)
    expect((await title.boundingBox())?.height, path).toBeLessThan(100)
  }
})
