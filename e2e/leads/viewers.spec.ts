import { joinAsLead, NAMES } from '../support/colleague.ts'
import { aPhone, expect, keepToken, test, watchErrors } from '../support/fixtures.ts'
import { served } from '../support/service-worker.ts'

/** Shorter than the lease of a page that says nothing. */
const AT_ONCE = { timeout: 4_000 }

test('two people who open one lead see each other, until one closes the tab or goes to another page', async ({
  page,
  browser,
  world,
  outbox,
  language,
  t,
}) => {
  const token = await joinAsLead({ page, world, outbox, language })
  const leadPath = `${world.leadsPath}/${await world.sendLead({ name: 'Dana Levi', phone: aPhone() })}`
  const viewers = t('leads:viewers')
  await page.goto(leadPath)
  await expect(page.getByRole('button', { name: t('leads:editName') })).toBeVisible()
  await expect(page.getByRole('list', { name: viewers })).toHaveCount(0)

  const context = await browser.newContext({ viewport: page.viewportSize(), serviceWorkers: 'allow' })
  const errors = watchErrors(context)
  const theirs = await context.newPage()
  await keepToken(theirs, token)
  await theirs.goto(leadPath)
  // Sooner than the next renewal of either.
  await expect(page.getByRole('img', { name: NAMES[language] })).toBeVisible({ timeout: 8_000 })
  await expect(theirs.getByRole('img', { name: world.name })).toBeVisible()
  await page.getByRole('img', { name: NAMES[language] }).focus()
  await expect(page.getByRole('tooltip', { name: NAMES[language] })).toBeVisible()

  // Beside a service worker, whose pages lose what they send while they close.
  await served(theirs)
  await theirs.goto('about:blank')
  await expect(page.getByRole('list', { name: viewers })).toHaveCount(0, AT_ONCE)
  await theirs.goto(leadPath)
  await expect(page.getByRole('list', { name: viewers })).toBeVisible(AT_ONCE)
  await theirs.close({ runBeforeUnload: false })
  await expect(page.getByRole('list', { name: viewers })).toHaveCount(0, AT_ONCE)
  expect(errors).toEqual([])
  await context.close()
})
