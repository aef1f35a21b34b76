import { expect, test } from './support/fixtures.ts'
import { screensOf } from './support/screens.ts'

test('the palette opens a lead by its name, opens a screen, and runs an action', async ({
  page,
  t,
  world,
  isPhone,
}) => {
  await world.sendLead({ name: 'Noa Barzilai נועה', phone: '0724440123' })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: t('dashboard:title'), level: 1 })).toBeVisible()
  const palette = page.getByRole('dialog', { name: t('palette:title') })
  const search = palette.getByRole('textbox')
  if (isPhone) await page.getByRole('button', { name: t('shell:paletteHint') }).click()
  else await page.keyboard.press('Control+k')
  await search.fill('barzilai')
  await expect(palette.getByRole('button', { name: /Noa Barzilai/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /Noa Barzilai/ })).toBeVisible()
  await expect(palette).toBeHidden()

  await page.keyboard.press('Control+k')
  await search.fill(t('shell:apiKeys'))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(world.apiKeysPath)
  await page.goBack()
  await expect(page.getByRole('heading', { name: /Noa Barzilai/ }), 'Back skips the palette').toBeVisible()

  await page.keyboard.press('Control+k')
  await palette.getByRole('button', { name: t('palette:newLead') }).click()
  await expect(page.getByRole('dialog', { name: t('leads:newLead') })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: /Noa Barzilai/ }), 'where one was').toBeVisible()
})

test('keys move through leads in any keyboard layout, and ? lists them', async ({ page, t, world, isPhone }) => {
  const { lead } = screensOf(page, t, isPhone)
  await world.sendLead({ name: 'First Lead', phone: '0724440124' })
  await world.sendLead({ name: 'Second Lead', phone: '0724440125' })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: t('dashboard:title'), level: 1 })).toBeVisible()
  await page.keyboard.press('KeyG')
  await page.keyboard.press('KeyL')
  await expect(lead('First Lead')).toBeVisible()
  if (!isPhone) {
    await page.keyboard.press('Shift+Slash')
    const keys = page.getByRole('dialog', { name: t('palette:keys.title') })
    await expect(keys.getByText(t('palette:keys.nextRow'))).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(keys).toBeHidden()
    await page.keyboard.press('KeyJ')
    await page.keyboard.press('KeyJ')
    await page.keyboard.press('KeyX')
    await expect(lead('First Lead').getByRole('checkbox')).toBeChecked()
    await page.keyboard.press('Slash')
    await expect(page.getByRole('searchbox', { name: t('leads:search') })).toBeFocused()
    // Typing in a field triggers no shortcut.
    await page.keyboard.type('njx')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { level: 1 }).click()
  }
  await page.keyboard.press('KeyN')
  await expect(page.getByRole('dialog', { name: t('leads:newLead') })).toBeVisible()
})
