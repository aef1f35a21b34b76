import { aPhone, expect, test } from '../support/fixtures.ts'
import { dragByTouch, middleOf } from '../support/touch.ts'

const NOA = 'נועה Barzilai'
const YOAV = 'Yoav יואב'

test('the board: cards move by mouse, keys, touch and menu, and a lost one is asked why', async ({
  page,
  browser,
  t,
  world,
  isPhone,
  language,
}) => {
  const names = language === 'he' ? ['חדש', 'ניסיון קשר', 'לא רלוונטי'] : ['New', 'Attempting', 'Not relevant']
  const [fresh, attempting] = names as [string, string]
  const column = (name: string) => page.getByRole('list', { name, exact: true })
  const card = (name: string, lead: string) => column(name).getByRole('listitem').filter({ hasText: lead })
  const undo = page.getByRole('button', { name: t('common:undo') })
  await world.sendLead({ name: YOAV, phone: aPhone() })
  await world.sendLead({ name: NOA, phone: aPhone() })
  await page.goto(`/b/${world.businessId}/c/${world.campaignId}/cards`)
  await expect(card(fresh, NOA)).toBeVisible()
  await expect(card(fresh, YOAV)).toBeVisible()

  if (isPhone) {
    await test.step('a tab for each column follows the swipes', async () => {
      await page.getByRole('tab', { name: attempting }).click()
      await expect(page.getByRole('tab', { name: attempting })).toHaveAttribute('aria-selected', 'true')
      await expect(column(attempting).getByText(t('leads:board.empty'))).toBeInViewport()
      await page.getByRole('tab', { name: fresh }).click()
      await expect(card(fresh, NOA)).toBeInViewport()
    })

    await test.step('a swipe over a card scrolls and lifts nothing', async () => {
      const from = await middleOf(card(fresh, NOA))
      const gesture = await dragByTouch(page, from, { ...from, y: from.y - 60 }, 0)
      await gesture.letGo()
      await expect(card(fresh, NOA)).toBeVisible()
      await expect(undo).toHaveCount(0)
    })

    await test.step('a long press lifts the card; the edge of the screen turns the column, and the page stays', async () => {
      const from = await middleOf(card(fresh, NOA))
      const before = await page.evaluate(() => window.scrollY)
      const width = page.viewportSize()?.width ?? 390
      const edge = language === 'he' ? 8 : width - 8
      const gesture = await dragByTouch(page, from, { x: edge, y: from.y + 40 }, 500)
      await expect(page.getByRole('tab', { name: attempting })).toHaveAttribute('aria-selected', 'true')
      expect(await page.evaluate(() => window.scrollY)).toBe(before)
      await gesture.letGo()
      await expect(undo).toBeVisible()
      await expect(card(fresh, NOA)).toHaveCount(0)
      await undo.click()
      await expect(card(fresh, NOA)).toHaveCount(1)
      await page.getByRole('tab', { name: fresh }).click()
    })
  } else {
    await test.step('by mouse, with an undo', async () => {
      const [from, to] = [await middleOf(card(fresh, NOA)), await middleOf(column(attempting))]
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      await page.mouse.move(from.x + 12, from.y + 12, { steps: 3 })
      await page.mouse.move(to.x, to.y, { steps: 12 })
      await page.mouse.up()
      await expect(card(attempting, NOA)).toBeVisible()
      await expect(card(fresh, NOA)).toHaveCount(0)
      await undo.click()
      await expect(card(fresh, NOA)).toBeVisible()
    })

    await test.step('by keys', async () => {
      const grip = card(fresh, NOA).getByRole('button', { name: t('leads:board.lift', { name: NOA }) })
      await grip.focus()
      await page.keyboard.press(' ')
      await page.keyboard.press(language === 'he' ? 'ArrowLeft' : 'ArrowRight')
      await page.keyboard.press(' ')
      await expect(card(attempting, NOA)).toBeVisible()
      await expect(
        card(attempting, NOA).getByRole('button', { name: t('leads:board.lift', { name: NOA }) }),
      ).toBeFocused()
      await page.keyboard.press(' ')
      await page.keyboard.press(language === 'he' ? 'ArrowRight' : 'ArrowLeft')
      await page.keyboard.press(' ')
      await expect(card(fresh, NOA)).toBeVisible()
    })
  }

  await test.step('by the list of columns; another screen shows it within a second', async () => {
    const other = await browser.newContext({ storageState: await page.context().storageState() })
    const second = await other.newPage()
    await second.goto(page.url())
    const there = second.getByRole('list', { name: attempting, exact: true }).getByRole('listitem')
    await expect(second.getByRole('list', { name: fresh, exact: true }).getByRole('listitem')).toHaveCount(2)
    await page.getByRole('button', { name: t('leads:board.moveLead', { name: YOAV }) }).click()
    await page.getByRole(isPhone ? 'button' : 'menuitem', { name: attempting, exact: true }).click()
    await expect(there.filter({ hasText: YOAV })).toHaveCount(1, { timeout: 5_000 })
    await other.close()
  })

  await test.step('a lost lead is asked why', async () => {
    const lost = page.getByRole(isPhone ? 'button' : 'menuitem', {
      name: language === 'he' ? 'לא רלוונטי' : 'Not relevant',
      exact: true,
    })
    await page.getByRole('button', { name: t('leads:board.moveLead', { name: NOA }) }).click()
    await lost.click()
    const dialog = page.getByRole('dialog', { name: t('leads:lost.question') })
    await dialog.getByRole('button', { name: t('leads:lost.reasons.price') }).click()
    await dialog.getByRole('button', { name: t('leads:lost.save') }).click()
    await expect(dialog).toHaveCount(0)
    await expect(card(fresh, NOA)).toHaveCount(0)
  })
})
