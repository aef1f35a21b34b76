import type { Page } from '@playwright/test'
import { joinAsLead, NAMES } from '../support/colleague.ts'
import { aPhone, expect, keepToken, post, test, watchErrors } from '../support/fixtures.ts'
import { hears, keepPlayed } from '../support/sound.ts'

test('a call is put on hold, transferred to a colleague who was asked first, and comes back from one who declines', async ({
  page,
  browser,
  outbox,
  t,
  world,
  language,
  isPhone,
}) => {
  test.setTimeout(180_000)
  await keepPlayed(page.context())
  const headers = { authorization: `Bearer ${world.accessToken}`, 'x-business-id': world.businessId }
  const request = page.context().request
  const { user } = await (await request.get('/api/auth/getCurrentUser', { headers })).json()
  const routing = {
    ring: {
      mode: 'together',
      seconds: 20,
      knownFirst: false,
      targets: [{ kind: 'softphone', userId: user._id }],
    },
    recording: true,
    announcement: { isOn: false, text: '' },
    whisper: { isOn: false, text: '' },
    screening: false,
    noAnswer: { kind: 'hangup', text: '' },
    hours: null,
    outside: { kind: 'hangup', text: '' },
    language,
  }
  const dialled = aPhone()
  await post(request, '/number/order', { phone: dialled, campaignId: world.campaignId, routing }, headers)
  const colleagueToken = await joinAsLead({ page, world, outbox, language })
  const open = async () => {
    const context = await browser.newContext({ permissions: ['microphone'], viewport: page.viewportSize() })
    await keepPlayed(context)
    await context.addInitScript((lng) => localStorage.setItem('language', lng), language)
    return { context, page: await context.newPage(), errors: watchErrors(context) }
  }
  const [colleague, outside] = [await open(), await open()]
  const ready = (of: Page) =>
    expect(of.getByRole('button', { name: t('softphone:open', { state: t('softphone:line.ready') }) })).toBeVisible()
  const callCard = (of: Page) => of.getByRole('region', { name: t('softphone:call'), exact: true })
  const press = (of: Page, name: string) => callCard(of).getByRole('button', { name, exact: true }).click()
  const answer = async (of: Page) => {
    const incoming = of.getByRole('region', { name: t('softphone:incoming') })
    await incoming.getByRole('button', { name: t('softphone:answer') }).click()
  }

  /** The sound may come a moment after the answer. */
  const hear = (...pages: Page[]) =>
    Promise.all(pages.map((one) => expect.poll(() => hears(one), { timeout: 20_000 }).toBe(true)))

  await test.step('the colleague has a browser open, and a customer talks with the Owner', async () => {
    await keepToken(colleague.page, colleagueToken)
    await colleague.page.goto(world.leadsPath)
    await ready(colleague.page)
    await page.goto(world.leadsPath)
    await ready(page)
    await outside.page.goto('/dev/phones')
    await outside.page.getByLabel(t('dev-phones:caller')).fill(aPhone())
    await outside.page.getByLabel(t('dev-phones:number')).click()
    await expect(outside.page.getByText(t('dev-phones:ready'))).toBeVisible()
    await outside.page.getByLabel(t('dev-phones:number')).fill(dialled)
    await outside.page.getByRole('button', { name: t('dev-phones:dial') }).click()
    await answer(page)
    await expect(callCard(page).getByRole('button', { name: t('talk:hold') })).toBeVisible()
  })

  await test.step('on hold the customer hears music, and the Owner silence; then they talk again', async () => {
    await page.keyboard.press('Shift+KeyH')
    await expect(callCard(page).getByRole('status')).toContainText(t('talk:held'))
    await expect(callCard(page).getByRole('button', { name: t('softphone:hangup') })).toBeVisible()
    await hear(outside.page)
    await expect.poll(() => hears(page), { timeout: 20_000 }).toBe(false)
    await press(page, t('talk:resume'))
    await expect(callCard(page).getByRole('button', { name: t('talk:hold') })).toBeVisible()
    await hear(page, outside.page)
  })

  await test.step('the colleague is asked first, and takes over', async () => {
    await press(page, t('talk:transfer'))
    const name = NAMES[language]
    const panel = callCard(page).getByRole('region', { name: t('talk:transferTo') })
    await panel.getByLabel(t('talk:search')).fill(name.slice(0, 3))
    await expect(panel.getByRole('listitem')).toHaveCount(1)
    await expect(panel).toContainText(t('talk:states.available'))
    await panel.getByRole('button', { name: t('talk:askName', { name }) }).click()
    const incoming = colleague.page.getByRole('region', { name: t('softphone:incoming') })
    await expect(incoming).toContainText(t('talk:asked', { name: world.name }))
    await answer(colleague.page)
    await expect(callCard(page).getByRole('status')).toContainText(t('talk:consulting', { name }))
    await hear(page, colleague.page, outside.page)
    await press(page, t('talk:complete'))
    await expect(callCard(page)).toHaveCount(0)
    await expect(callCard(colleague.page).getByRole('status')).toContainText(
      t('talk:transferredBy', { name: world.name }),
    )
    await expect(callCard(colleague.page).getByRole('button', { name: t('talk:hold') })).toBeVisible()
    await hear(colleague.page, outside.page)
  })

  await test.step('transferred to the Owner, who declines, the customer comes back', async () => {
    await press(colleague.page, t('talk:transfer'))
    const panel = callCard(colleague.page).getByRole('region', { name: t('talk:transferTo') })
    await panel.getByRole('button', { name: t('talk:nowName', { name: world.name }) }).click()
    const incoming = page.getByRole('region', { name: t('softphone:incoming') })
    await expect(incoming).toContainText(t('talk:transferredBy', { name: NAMES[language] }))
    await incoming.getByRole('button', { name: t('softphone:reject') }).click()
    const back = colleague.page.getByRole('region', { name: t('softphone:incoming') })
    await expect(back).toContainText(t('talk:unanswered', { name: world.name }))
    await answer(colleague.page)
    await hear(colleague.page, outside.page)
    await outside.page.getByRole('button', { name: t('dev-phones:hangup') }).click()
    await expect(callCard(colleague.page)).toHaveCount(0)
  })

  await test.step('one call, with both people and the recordings of each talk', async () => {
    await page.goto(`/b/${world.businessId}/calls/all`)
    const calls = isPhone
      ? page.getByRole('list', { name: t('calls:title') }).getByRole('listitem')
      : page
          .getByRole('table', { name: t('calls:title') })
          .locator('tbody')
          .getByRole('row')
    await expect(calls).toHaveCount(1)
    const { calls: listed } = await (await request.get('/api/call', { headers })).json()
    await page.goto(`/b/${world.businessId}/calls/all?call=${listed[0]._id}`)
    const drawer = page.getByRole('dialog', { name: t('calls:call') })
    await expect(drawer).toContainText(NAMES[language])
    const parts = drawer.getByRole('list', { name: t('calls:recording.parts') }).getByRole('listitem')
    await expect(parts).toHaveCount(4)
    await expect(parts.getByRole('button', { name: t('calls:recording.downloadPart', { part: 4 }) })).toBeVisible()
  })
  expect([...colleague.errors, ...outside.errors], 'errors in the console').toEqual([])
  await Promise.all([colleague.context.close(), outside.context.close()])
})
