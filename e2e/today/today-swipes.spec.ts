import { aPhone, expect, test } from '../support/fixtures.ts'
import { screensOf } from '../support/screens.ts'
import { dragByTouch, middleOf } from '../support/touch.ts'

test('a swipe towards the start of the line finishes a follow-up, one towards its end snoozes it', async ({
  page,
  t,
  world,
  language,
}) => {
  const { toast } = screensOf(page, t, true)
  const name = language === 'he' ? 'נועה ברזילי' : 'Noa Barzilai'
  await world.sendLead({ name, phone: aPhone() })
  // More than fits on the screen.
  for (let at = 0; at < 8; at += 1) await world.sendLead({ name: `Waiting ${at}`, phone: aPhone() })
  await page.goto(`/b/${world.businessId}/today`)
  await page.getByRole('button', { name: t('follow-ups:snoozeOf', { name }) }).click()
  await page.getByRole('menuitem', { name: t('follow-ups:moments.hour') }).click()
  const row = page.getByRole('listitem').filter({ hasText: name })
  const mark = row.getByRole('button', { name: t('follow-ups:doneOf', { name }) })
  await expect(mark).toBeVisible()
  const swipe = async (towards: 'start' | 'end', px: number) => {
    const from = await middleOf(row)
    const side = (towards === 'start') === (language === 'he') ? 1 : -1
    await (await dragByTouch(page, from, { x: from.x + side * px, y: from.y + 6 }, 0)).letGo()
  }

  await test.step('a short swipe does nothing', async () => {
    await swipe('start', 50)
    await swipe('end', 50)
    await expect(page.getByRole('menuitem').first()).toBeHidden()
    await expect(row).toBeVisible()
  })
  await test.step('towards the end it asks until when', async () => {
    await swipe('end', 130)
    await expect(page.getByRole('menuitem', { name: t('follow-ups:moments.tomorrow') })).toBeVisible()
    await page.keyboard.press('Escape')
  })
  await test.step('towards the start it is done, with Undo', async () => {
    await swipe('start', 130)
    const done = toast(t('follow-ups:toasts.done'))
    // The lead has still had no answer, so it waits in its own section.
    await expect(mark).toHaveCount(0)
    await done.getByRole('button', { name: t('common:undo') }).click()
    await expect(mark).toBeVisible()
  })
  await test.step('chosen rows have their acts in sight', async () => {
    await row.getByRole('checkbox', { name: t('follow-ups:select', { name }) }).click()
    const bar = page.getByRole('toolbar', { name: t('follow-ups:today.chosen') })
    await expect(bar).toBeInViewport({ ratio: 1 })
    await bar.getByRole('button', { name: t('follow-ups:done'), exact: true }).click()
    await expect(toast(t('follow-ups:toasts.manyDone', { count: 1 }))).toBeVisible()
    await expect(mark).toHaveCount(0)
  })
})
