import { aPhone, expect, test } from './fixtures.ts'
import { screensOf } from './screens.ts'

test('leads are chosen on a phone by holding one, and then by a touch', async ({
  page,
  t,
  world,
  isPhone,
  language,
}) => {
  const { toast, leads, lead } = screensOf(page, t, isPhone)
  const won = language === 'he' ? 'נסגר בהצלחה' : 'Won'
  for (const name of ['Gal גל', 'Tal טל', 'Noa נועה']) await world.sendLead({ name, phone: aPhone() })
  await page.goto(world.leadsPath)
  await expect(leads).toHaveCount(3)

  const hand = await page.context().newCDPSession(page)
  const box = await lead('Tal').boundingBox()
  const at = { x: (box?.x ?? 0) + 60, y: (box?.y ?? 0) + 40 }
  await hand.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
  const bar = page.getByRole('toolbar', { name: t('leads:bulk') })
  await expect(bar).toBeVisible()
  await hand.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect(bar).toContainText(t('leads:selected', { count: 1, total: '1' }))
  await lead('Noa').tap({ position: { x: 60, y: 40 } })
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
