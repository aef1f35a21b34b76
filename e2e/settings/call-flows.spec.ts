import type { Page } from '@playwright/test'
import { expect, test, type World } from '../support/fixtures.ts'

const key = (path: string) => `call-flows:${path}`

/** Takes a number of the exchange in the box for the campaign. */
async function takeNumber(page: Page, { accessToken, businessId, campaignId }: World): Promise<string> {
  const headers = { authorization: `Bearer ${accessToken}`, 'x-business-id': businessId }
  const get = async (path: string) => (await page.request.get(`/api${path}`, { headers })).json()
  const { numbers } = await get('/number/free?area=072')
  // Other journeys are offered the same numbers at the same time.
  const { phone } = numbers[Math.floor(Math.random() * numbers.length)]
  const reply = await page.request.post('/api/number/order', { data: { phone, campaignId }, headers })
  const { order } = await reply.json()
  const ordered = async () => (await get(`/number/order/${order._id}`)).order
  await expect.poll(async () => (await ordered()).state).toBe('done')
  return (await ordered()).number._id
}

test('an Owner makes a flow of a number, adds a menu, mends what does not end, publishes, compares and restores', async ({
  page,
  t,
  world,
}) => {
  const rows = page.getByRole('treeitem')
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const [savedAt = ''] = t(key('save.saved'), { time: '|' }).split('|')
  const saved = page.getByRole('status').filter({ hasText: savedAt })
  const numberId = await takeNumber(page, world)
  await page.goto(`/b/${world.businessId}/settings/numbers/${numberId}`)
  await test.step('its line is tested, and the daily test switched on', async () => {
    await press(t('numbers:line.start'))
    const [before = ''] = t('numbers:line.outcome.answered', { when: '|', count: 2 }).split('|')
    const [, after = ''] = t('numbers:line.outcome.not_answered', { when: '|' }).split('|')
    const result = page.getByRole('status').filter({ hasText: before })
    await expect(result).toBeVisible({ timeout: 20_000 })
    await expect(result).not.toContainText(after)
    const daily = page.getByRole('switch', { name: t('numbers:line.daily') })
    await daily.click({ force: true })
    await expect(daily).toBeChecked()
    await page.reload()
    await expect(daily).toBeChecked()
  })
  await test.step('the routing of the number becomes a flow', async () => {
    await press(t('numbers:flow.make'))
    await expect(page).toHaveURL(/\/settings\/call-flows\/[0-9a-f-]{36}$/)
    await expect(page.getByText(t(key('foot.never')))).toBeVisible()
    await expect(rows).toHaveCount(3)
    await press(t(key('publish'), { version: 1 }))
    await expect(page.getByText(t(key('published'), { version: 1 }))).toBeVisible()
  })
  await test.step('a menu of two keys behind the greeting needs ends of its branches', async () => {
    const greeting = rows.first()
    await greeting.hover()
    await greeting.getByRole('button', { name: t(key('addHere')) }).click()
    await page.getByRole('menuitem', { name: t(key('kinds.menu')) }).click()
    await expect(rows).toHaveCount(6)
    // Until then the calls of both keys went on with these.
    for (const step of ['noanswer', 'ring']) {
      await page.locator(`[data-row="${step}"]`).focus()
      await page.keyboard.press('Delete')
    }
    await expect(page.getByRole('treeitem', { name: t(key('problems.no_end')) })).toHaveCount(2)
    await press(t(key('toProblem'), { problem: t(key('problems.no_end')) }))
    const missing = page.getByRole('treeitem', { name: t(key('problems.no_end')) })
    await missing
      .first()
      .getByRole('button', { name: t(key('kinds.voicemail')) })
      .click()
    await missing
      .first()
      .getByRole('button', { name: t(key('kinds.hangup')) })
      .click()
    await expect(missing).toHaveCount(0)
  })
  await test.step('the draft saves itself, and is published', async () => {
    await expect(saved).toBeVisible()
    await page.reload()
    await expect(rows).toHaveCount(6)
    await press(t(key('publish'), { version: 2 }))
    await expect(page.getByText(t(key('published'), { version: 2 }))).toBeVisible()
  })
  await test.step('a change is said in words', async () => {
    await page.locator('[data-token=spoken]').first().click()
    const field = page.getByRole('textbox', { name: t(key('fields.spoken')) })
    await field.fill('Barak, shalom')
    await page.keyboard.press('Escape')
    await expect(saved).toBeVisible()
    await press(t(key('foot.whatChanged')))
    const dialog = page.getByRole('dialog', { name: t(key('foot.whatChanged')) })
    await expect(dialog.getByRole('listitem')).toHaveCount(1)
    await expect(dialog.getByRole('listitem')).toContainText('Barak, shalom')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })
  await test.step('the first version is compared and restored', async () => {
    await press(t(key('foot.versions')))
    const first = page
      .getByRole('dialog')
      .getByRole('listitem')
      .filter({ hasText: t(key('version'), { version: 1 }) })
    await first.getByRole('button', { name: t(key('compare')) }).click()
    await expect(first.getByText(t(key('changes.removed'))).first()).toBeVisible()
    await first.getByRole('button', { name: t(key('restore')) }).click()
    await expect(rows).toHaveCount(3)
    await expect(saved).toBeVisible()
    await page.reload()
    await expect(rows).toHaveCount(3)
  })
  await test.step('the number says that its calls follow the flow, and stops', async () => {
    await page.goto(`/b/${world.businessId}/settings/numbers/${numberId}`)
    await press(t('numbers:flow.stop'))
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('numbers:flow.stop') })
      .click()
    await expect(page.getByRole('button', { name: t('numbers:flow.make') })).toBeVisible()
  })
})

/** A second of a tone: a WAV file of 44.1 kHz, 16 bits and two channels, as a studio would send it. */
function studioSound(): Buffer {
  const [rate, channels] = [44_100, 2]
  const sound = Buffer.alloc(44 + rate * channels * 2)
  sound.write('RIFF', 0, 'latin1')
  sound.writeUInt32LE(sound.length - 8, 4)
  sound.write('WAVEfmt ', 8, 'latin1')
  for (const [at, value] of [
    [16, 16],
    [24, rate],
    [28, rate * channels * 2],
    [40, sound.length - 44],
  ] as const)
    sound.writeUInt32LE(value, at)
  for (const [at, value] of [
    [20, 1],
    [22, channels],
    [32, channels * 2],
    [34, 16],
  ] as const)
    sound.writeUInt16LE(value, at)
  sound.write('data', 36, 'latin1')
  for (let i = 0; i < rate * channels; i++)
    sound.writeInt16LE(Math.round(8_000 * Math.sin((2 * Math.PI * 440 * Math.floor(i / channels)) / rate)), 44 + i * 2)
  return sound
}

test('a greeting is recorded in the browser or uploaded, heard before it is saved, and played from the list', async ({
  page,
  t,
  world,
}) => {
  const numberId = await takeNumber(page, world)
  await page.goto(`/b/${world.businessId}/settings/numbers/${numberId}`)
  await page.getByRole('button', { name: t('numbers:flow.make'), exact: true }).click()
  await page.locator('[data-token=spoken]').first().click()
  await page.getByText(t(key('spoken.sound')), { exact: true }).click()
  const button = (name: string) => page.getByRole('button', { name: t(key(name)), exact: true })
  /** The browser can play what was made. */
  const isHeard = () =>
    expect
      .poll(() => page.locator('audio').evaluate((player: HTMLAudioElement) => Math.round(player.duration)))
      .toBeGreaterThan(0)
  await test.step('recorded', async () => {
    await button('sounds.record').click()
    await button('sounds.start').click()
    await expect(page.getByRole('timer')).toContainText('0:01')
    await button('sounds.end').click()
    await isHeard()
    await page.getByRole('textbox', { name: t(key('sounds.name')) }).fill('Welcome')
    await button('sounds.save').click()
    await expect(page.getByRole('radio', { name: /Welcome/ })).toBeChecked()
  })
  await test.step('uploaded', async () => {
    await button('sounds.upload').click()
    const chooser = page.waitForEvent('filechooser')
    await button('sounds.chooseFile').click()
    await (await chooser).setFiles({ name: 'studio.wav', mimeType: 'audio/wav', buffer: studioSound() })
    await isHeard()
    await button('sounds.save').click()
    await expect(page.getByRole('radio', { name: /studio.*0:01/ })).toBeChecked()
  })
  await test.step('played from the list', async () => {
    await page.getByRole('button', { name: t(key('sounds.play'), { name: 'Welcome' }) }).click()
    await expect(page.getByRole('button', { name: t(key('sounds.stop'), { name: 'Welcome' }) })).toBeVisible()
    await expect(page.getByText(t(key('sounds.notPlayed')))).toHaveCount(0)
  })
})
