import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test'
import { createInstance, type i18n } from 'i18next'

export type Language = 'he' | 'en'
type Json = Record<string, unknown>

/** A phone that nobody owns. */
export const aPhone = () => `072444${String(randomInt(10_000)).padStart(4, '0')}`
export const PASSWORD = 'a long enough password 7'

type Fixtures = {
  language: Language
  isPhone: boolean
  /** A text of the product, so that a journey reads the screen as its person does: t('leads:new_lead'). */
  t: (key: string, values?: Json) => string
  /** What reached somebody by mail or SMS. */
  outbox: (recipient: string) => Promise<{ body: string; subject: string | null }[]>
  /** A business of the journey's own. */
  world: World
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern.
  language: async ({}, use, { project }) => use(project.name.startsWith('he') ? 'he' : 'en'),
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  isPhone: async ({}, use, { project }) => use(project.name.endsWith('phone')),
  t: async ({ language }, use) => {
    const texts = await catalogue(language)
    await use((key, values) => {
      if (!texts.exists(key)) throw new Error(`No text ${key}`)
      return texts.t(key, values ?? {})
    })
  },
  page: async ({ page, language }, use) => {
    const errors: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of (401|403|404|409|422|429)|ERR_(CONNECTION|NETWORK|EMPTY|INCOMPLETE)/.test(message.text())) errors.push(message.text())
    })
    page.on('pageerror', (error) => errors.push(String(error)))
    await page.addInitScript((lng) => {
      if (!localStorage.getItem('language')) localStorage.setItem('language', lng)
    }, language)
    await use(page)
    expect(errors, 'errors in the console').toEqual([])
  },
  outbox: async ({ request }, use) =>
    use(async (recipient) => {
      const { messages } = await (await request.get('/dev/outbox.json')).json()
      return messages.filter((message: { recipient: string }) => message.recipient === recipient)
    }),
  world: async ({ page, outbox, language }, use) => use(await makeWorld(page, outbox, language)),
})
export { expect }

export type World = Awaited<ReturnType<typeof makeWorld>>

/** A registered Owner, signed in in the page's browser, with a business, a campaign and an API key. */
async function makeWorld(page: Page, outbox: Fixtures['outbox'], language: Language) {
  const { request } = page.context()
  const phone = aPhone()
  const email = `owner-${crypto.randomUUID()}@example.test`
  const name = language === 'he' ? 'רות ברק' : 'Ruth Barak'
  const register = { name, email, phone, password: PASSWORD, passwordConfirmation: PASSWORD, terms: true, userLanguage: language }
  const { accessToken } = await post(request, '/auth/register', register)
  const headers = { authorization: `Bearer ${accessToken}`, 'accept-language': language }
  const code = await expect
    .poll(async () => (await outbox(`+972${phone.slice(1)}`)).map(({ body }) => /\b\d{6}\b/.exec(body)?.[0])[0])
    .toBeTruthy()
    .then(async () => /\b\d{6}\b/.exec((await outbox(`+972${phone.slice(1)}`))[0]?.body ?? '')?.[0])
  await post(request, '/auth/phone/verify', { code }, headers)
  const { business } = await post(request, '/business', { name: language === 'he' ? 'נגרות ברק' : 'Barak Carpentry' }, headers)
  const inBusiness = { ...headers, 'x-business-id': business._id }
  const { campaign } = await post(request, '/user/campaign', { name: language === 'he' ? 'מטבחים' : 'Kitchens' }, inBusiness)
  const { key } = await post(request, '/business/api-keys', { name: 'Website', scopes: ['leads:write'] }, inBusiness)
  await page.addInitScript((token) => {
    if (!localStorage.getItem('token')) localStorage.setItem('token', token)
  }, accessToken)
  return {
    email,
    name,
    headers: inBusiness,
    businessId: business._id as string,
    campaignId: campaign._id as string,
    campaignName: campaign.name as string,
    key: key as string,
    leadsPath: `/b/${business._id}/c/${campaign._id}/leads`,
    /** A lead from outside, as a website's server sends it. */
    sendLead: async (lead: Json): Promise<string> =>
      (await post(request, '/lead', { campaignId: campaign._id, ...lead }, { authorization: `Bearer ${key}` })).lead._id,
  }
}

// biome-ignore lint/suspicious/noExplicitAny: replies of several routes, taken apart where they are used.
async function post(request: APIRequestContext, path: string, data: Json, headers: Record<string, string> = {}): Promise<any> {
  const reply = await request.post(`/api${path}`, { data, headers })
  expect(reply.ok(), `${path}: ${await reply.text()}`).toBe(true)
  return reply.json()
}

const files = ['auth', 'shell', 'common', 'leads', 'campaigns', 'businesses', 'api-keys', 'dashboard', 'notifications', 'errors']

async function catalogue(language: Language): Promise<i18n> {
  const read = (file: string) => JSON.parse(readFileSync(new URL(`../locales/${language}/${file}.json`, import.meta.url), 'utf8'))
  const texts = createInstance()
  await texts.init({
    lng: language,
    resources: { [language]: Object.fromEntries(files.map((file) => [file, read(file)])) },
    interpolation: { escapeValue: false },
  })
  return texts
}
