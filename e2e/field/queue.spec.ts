import type { Page } from '@playwright/test'
import { spoilNetwork } from '../support/bad-network.ts'
import { joinAsLead, NAMES } from '../support/colleague.ts'
import { anEmail, aPhone, expect, PASSWORD, type Texts, test, type World } from '../support/fixtures.ts'
import { onServer, openLead, pickStatus, ready, statusNames, unsent, write } from '../support/unsent.ts'
import { updatableServer } from '../support/updated-server.ts'

test.describe.configure({ timeout: 180_000 })

const COMMENTS = /\/api\/lead\/[^/]+\/comments$/
const field = (page: Page, t: Texts) => page.getByRole('textbox', { name: t('leads:comment'), exact: true })
async function aLead(page: Page, world: World, t: Texts) {
  const id = await world.sendLead({ name: 'Noa נועה', phone: aPhone() })
  const path = `/b/${world.businessId}/c/${world.campaignId}/leads/${id}`
  await page.goto(path)
  await expect(field(page, t)).toBeVisible()
  await ready(page)
  return { id, path }
}

test('two tabs send what waits on their device once, whichever it was done in', async ({ page, context, t, world }) => {
  const { id, path } = await aLead(page, world, t)
  const other = await context.newPage()
  await other.goto(path)
  await expect(field(other, t)).toBeVisible()
  await ready(other)
  await context.setOffline(true)
  for (const [tab, text] of [
    [page, 'One אחת'],
    [other, 'Two שתיים'],
    [page, 'Three שלוש'],
    [other, 'Four ארבע'],
  ] as const) {
    await write(tab, t, text)
    // Each tab shows what waits on the device, also what was done in the other one.
    for (const one of [page, other]) await expect(unsent(one, t, 'comments')).toContainText(text)
  }
  const answered: string[] = []
  context.on('response', (response) => {
    const request = response.request()
    if (request.method() === 'POST' && COMMENTS.test(request.url())) answered.push(request.postDataJSON().text)
  })
  await context.setOffline(false)
  for (const one of [page, other]) await expect(unsent(one, t, 'comments')).toBeHidden({ timeout: 30_000 })
  const inOrder = ['One אחת', 'Two שתיים', 'Three שלוש', 'Four ארבע']
  expect(answered).toEqual(inOrder)
  expect((await onServer(page, world, id)).comments).toEqual(inOrder.toReversed())
})

test('another person on the device sees and sends nothing of the first, whose acts wait for them', async ({
  page,
  context,
  t,
  world,
  outbox,
  language,
}) => {
  const email = anEmail()
  await joinAsLead({ page, world, outbox, language, email })
  await context.clearCookies()
  const { id, path } = await aLead(page, world, t)
  const [fresh = '', won = ''] = statusNames(language)
  await context.setOffline(true)
  await write(page, t, 'First person ראשונה')
  await pickStatus(page, t, [fresh, won])
  await expect(unsent(page, t, 'changes')).toContainText(won)
  // The session ends by itself; the app is not closed.
  await page.evaluate(() => localStorage.setItem('token', `${localStorage.getItem('token')}x`))
  await context.setOffline(false)
  await expect(page).toHaveURL(/auth\/login/, { timeout: 30_000 })
  const signIn = async (as: string, next: string | RegExp) => {
    await page.getByLabel(t('auth:email')).fill(as)
    await page.getByLabel(t('auth:passwordLabel'), { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: t('auth:login.submit'), exact: true }).click()
    await expect(page).toHaveURL(next)
  }
  await signIn(email, path)
  await expect(page.getByRole('button', { name: t('leads:changeStatus', { status: fresh }) })).toBeVisible()
  await write(page, t, 'Second person שנייה')
  await expect.poll(() => onServer(page, world, id)).toMatchObject({ comments: ['Second person שנייה'] })
  await expect(page.getByText('First person ראשונה')).toHaveCount(0)
  await expect(page.getByRole('button', { name: t('leads:changeStatus', { status: fresh }) })).toBeVisible()
  // Their sign-out removes nothing of the first person, and asks nothing.
  await page.evaluate(() => {
    history.pushState({}, '', '/user/settings/profile')
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  })
  await signOut(page, t, NAMES[language])
  // The first one signs in again, without a restart of the app.
  await signIn(world.email, /dashboard|leads/)
  await expect
    .poll(() => onServer(page, world, id), { timeout: 30_000 })
    .toMatchObject({ comments: ['First person ראשונה', 'Second person שנייה'], statusChanges: 1 })
  expect(await authorsOf(page, world, id)).toEqual([world.name, NAMES[language]])
})

async function signOut(page: Page, t: Texts, name: string) {
  const menu = page.getByRole('button', { name: t('shell:userMenu', { name }) })
  if (await menu.isVisible()) {
    await menu.click()
    await page.getByRole('menuitem', { name: t('shell:logout') }).click()
  } else {
    await page.getByRole('button', { name: t('shell:openMenu') }).click()
    await page.getByRole('button', { name: t('shell:me'), exact: true }).click()
    await page.getByRole('button', { name: t('shell:logout') }).click()
  }
  await expect(page).toHaveURL(/auth\/login/)
}

async function authorsOf(page: Page, { accessToken, businessId }: World, id: string): Promise<string[]> {
  const headers = { authorization: `Bearer ${accessToken}`, 'x-business-id': businessId }
  const { history } = await (await page.request.get(`/api/lead/${id}/history?limit=50`, { headers })).json()
  type Item = { event: string; by: { name: string } }
  return history.filter(({ event }: Item) => event === 'lead.commented').map(({ by }: Item) => by.name)
}

test('on a slow network that loses requests and replies, everything is sent once and in order', async ({
  page,
  t,
  world,
  language,
}) => {
  const { id, path } = await aLead(page, world, t)
  const recover = await spoilNetwork(page, 23)
  const texts = ['One אחת', 'Two שתיים', 'Three שלוש', 'Four ארבע', 'Five חמש', 'Six שש']
  for (const text of texts) {
    await write(page, t, text)
    await expect(field(page, t)).toHaveValue('')
  }
  const [fresh = '', won = ''] = statusNames(language)
  await pickStatus(page, t, [fresh, won])
  await recover()
  // The app is started again before everything was sent.
  await page.goto(path)
  await expect
    .poll(() => onServer(page, world, id), { timeout: 60_000 })
    .toMatchObject({
      comments: texts.toReversed(),
      statusChanges: 1,
    })
  for (const kind of ['comments', 'changes']) await expect(unsent(page, t, kind)).toBeHidden()
  for (const text of texts) await expect(page.getByText(text)).toHaveCount(1)
})

type Served = { served: Awaited<ReturnType<typeof updatableServer>> }
const withUpdate = test.extend<Served>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern.
  served: async ({}, use, { project }) => {
    const served = await updatableServer(project.use.baseURL ?? '')
    await use(served)
    served.close()
  },
  baseURL: async ({ served }, use) => use(served.url),
})

withUpdate.describe('an update of the app', () => {
  withUpdate.use({ serviceWorkers: 'allow' })

  withUpdate('keeps what waits, and it is sent once after it', async ({ page, served, t, world, isPhone }) => {
    const { id } = await openLead(page, world, t, isPhone)
    served.lose(COMMENTS)
    await write(page, t, 'Before the update לפני')
    await expect(unsent(page, t, 'comments')).toContainText('Before the update')
    served.update()
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      await registration.update()
    })
    await expect(page.getByText(t('shell:versionOffered'))).toBeVisible()
    await page.getByRole('button', { name: t('common:reload') }).click()
    // Developer tools hold the old worker, so the reload may hang in its hands; a person reloads again.
    const isNew = page.locator(`meta[name=build][content="${served.nextBuild}"]`)
    await expect(isNew)
      .toBeAttached()
      .catch(() => page.reload())
    await expect(isNew).toBeAttached()
    await expect.poll(() => workerOf(page)).toBe(served.nextBuild)
    await expect(unsent(page, t, 'comments')).toContainText('Before the update')
    served.lose(undefined)
    await expect(unsent(page, t, 'comments')).toBeHidden({ timeout: 30_000 })
    expect((await onServer(page, world, id)).comments).toEqual(['Before the update לפני'])
    await expect(page.getByText('Before the update לפני')).toHaveCount(1)
  })
})

/** The build of the worker that serves the page. */
const workerOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((done) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = ({ data }) => done(data)
        navigator.serviceWorker.controller?.postMessage('build', [port2])
        setTimeout(done, 1_000)
      }),
  )
