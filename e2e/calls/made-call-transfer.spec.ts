import type { Page } from '@playwright/test'
import { joinAsLead, NAMES } from '../support/colleague.ts'
import { aPhone, expect, international, keepToken, post, test, watchErrors } from '../support/fixtures.ts'
import { hears, keepPlayed } from '../support/sound.ts'

test('a lead who was called is put on hold, transferred, taken back, and put through to a colleague who was asked', async ({
  page,
  browser,
  outbox,
  t,
  world,
  language,
}) => {
  test.setTimeout(180_000)
  await keepPlayed(page.context())
  const headers = { authorization: `Bearer ${world.accessToken}`, 'x-business-id': world.businessId }
  const request = page.context().request
  await post(request, '/number/order', { phone: aPhone(), campaignId: world.campaignId }, headers)
  const [name, phone] = [language === 'he' ? 'נועה כץ' : 'Noa Katz', international(aPhone())]
  const created = await request.post('/api/lead', { headers, data: { name, phone, campaignId: world.campaignId } })
  const { lead } = await created.json()
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
  const press = (of: Page, button: string) => callCard(of).getByRole('button', { name: button, exact: true }).click()
  const answer = async (of: Page) => {
    const incoming = of.getByRole('region', { name: t('softphone:incoming') })
    await incoming.getByRole('button', { name: t('softphone:answer') }).click()
  }
  const choose = async (button: 'talk:askName' | 'talk:nowName') => {
    await press(page, t('talk:transfer'))
    const panel = callCard(page).getByRole('region', { name: t('talk:transferTo') })
    await panel.getByRole('button', { name: t(button, { name: NAMES[language] }) }).click()
  }
  /** The sound may come a moment after the answer. */
  const hear = (...pages: Page[]) =>
    Promise.all(pages.map((one) => expect.poll(() => hears(one), { timeout: 20_000 }).toBe(true)))

  await test.step('the Owner calls the lead; while their phone rings there is nothing to hold', async () => {
    await keepToken(colleague.page, colleagueToken)
    await colleague.page.goto(world.leadsPath)
    await ready(colleague.page)
    await outside.page.goto('/dev/phones')
    await outside.page.getByLabel(t('dev-phones:caller')).fill(phone)
    await outside.page.getByLabel(t('dev-phones:number')).click()
    await expect(outside.page.getByText(t('dev-phones:ready'))).toBeVisible()
    await page.goto(`/b/${world.businessId}/c/${world.campaignId}/leads/${lead._id}`)
    await ready(page)
    await page.getByRole('link', { name: t('leads:call'), exact: true }).click()
    const dialog = page.getByRole('dialog', { name: t('call-out:title', { name }) })
    await dialog.getByRole('button', { name: new RegExp(t('call-out:softphone')) }).click()
    await expect(callCard(page)).toContainText(t('softphone:calling'))
    await expect(outside.page.getByRole('button', { name: t('dev-phones:answer') })).toBeVisible()
    await expect(callCard(page).getByRole('button', { name: t('talk:hold') })).toHaveCount(0)
    await outside.page.getByRole('button', { name: t('dev-phones:answer') }).click()
    await expect(callCard(page).getByRole('button', { name: t('talk:hold') })).toBeVisible()
  })

  await test.step('on hold the lead hears music, and the Owner silence; then they talk again', async () => {
    await page.keyboard.press('Shift+KeyH')
    await expect(callCard(page).getByRole('status')).toContainText(t('talk:held'))
    await hear(outside.page)
    await expect.poll(() => hears(page), { timeout: 20_000 }).toBe(false)
    await press(page, t('talk:resume'))
    await expect(callCard(page).getByRole('button', { name: t('talk:hold') })).toBeVisible()
    await hear(page, outside.page)
  })

  await test.step('transferred without asking, the call is taken back while the colleague’s phone rings', async () => {
    await choose('talk:nowName')
    const incoming = colleague.page.getByRole('region', { name: t('softphone:incoming') })
    await expect(incoming).toContainText(name)
    await expect(incoming).toContainText(t('talk:transferredBy', { name: world.name }))
    const handed = page.getByRole('region', { name: t('softphone:handed') })
    await expect(handed).toContainText(t('talk:handing', { name: NAMES[language] }))
    await handed.getByRole('button', { name: t('talk:takeBack') }).click()
    await answer(page)
    await expect(incoming).toHaveCount(0)
    await expect(handed).toHaveCount(0)
    await hear(page, outside.page)
  })

  await test.step('the colleague is asked first, and takes over', async () => {
    await choose('talk:askName')
    await answer(colleague.page)
    await expect(callCard(page).getByRole('status')).toContainText(t('talk:consulting', { name: NAMES[language] }))
    await press(page, t('talk:complete'))
    await expect(callCard(page)).toHaveCount(0)
    await expect(callCard(colleague.page).getByRole('button', { name: t('talk:hold') })).toBeVisible()
    await hear(colleague.page, outside.page)
    await callCard(colleague.page)
      .getByRole('button', { name: t('softphone:hangup') })
      .click()
    await expect(callCard(colleague.page)).toHaveCount(0)
  })

  await test.step('one call of the lead, made by the Owner and passed to the colleague', async () => {
    const ended = async () => (await (await request.get('/api/call', { headers })).json()).calls
    await expect.poll(async () => (await ended())[0]?.status).toBe('Answered')
    const calls = await ended()
    expect(calls).toHaveLength(1)
    await page.goto(`/b/${world.businessId}/calls/all?call=${calls[0]._id}`)
    const drawer = page.getByRole('dialog', { name: t('calls:call') })
    await expect(drawer).toContainText(NAMES[language])
    await expect(drawer).toContainText(world.name)
  })
  expect([...colleague.errors, ...outside.errors], 'errors in the console').toEqual([])
  await Promise.all([colleague.context.close(), outside.context.close()])
})
