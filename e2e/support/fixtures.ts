import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type APIRequestContext, type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { createInstance, type i18n } from 'i18next'

export type Language = 'he' | 'en'
type Json = Record<string, unknown>

/** A phone that nobody owns. */
export const aPhone = () => `072444${String(randomInt(10_000)).padStart(4, '0')}`
/** As it is stored and where its messages go. */
export const international = (phone: string) => `+972${phone.slice(1)}`
export const PASSWORD = 'a long enough password 7'

/** A text of the product, so that a journey reads the screen as its person does: t('leads:newLead'). */
export type Texts = (key: string, values?: Json) => string
export type Outbox = (recipient: string) => Promise<{ body: string; subject: string | null }[]>

type Fixtures = {
  language: Language
  isPhone: boolean
  t: Texts
  /** What reached somebody by mail or SMS, newest first. */
  outbox: Outbox
  /** A business of the journey's own, whose Owner is signed in in its browser. */
  world: World
}

/**
 * Answers that a journey brings about on purpose, and connections that it cuts, are no errors of the page. A form's
 * preview runs no script; what Playwright puts into every frame is one.
 */
const expected =
  /Blocked script execution in 'about:srcdoc'|status of (401|403|404|409|422|429)|ERR_(CONNECTION|SOCKET|NETWORK|EMPTY|INCOMPLETE|INTERNET)/

/** What goes wrong in a browser from now on. */
export function watchErrors(context: BrowserContext): string[] {
  const errors: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error' && !expected.test(message.text())) errors.push(message.text())
  })
  context.on('weberror', (error) => errors.push(String(error.error())))
  return errors
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern.
  language: async ({}, use, { project }) => use(project.name.startsWith('he') ? 'he' : 'en'),
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  isPhone: async ({}, use, { project }) => use(project.name.endsWith('phone')),
  t: async ({ language }, use) => {
    const texts = await catalogue(language)
    await use((key, values = {}) => {
      if (!texts.exists(key, values)) throw new Error(`No text ${key}`)
      return texts.t(key, values)
    })
  },
  context: async ({ context, language }, use) => {
    const errors = watchErrors(context)
    await context.addInitScript((lng) => {
      // An empty page has no storage.
      if (location.protocol === 'about:') return
      if (!localStorage.getItem('language')) localStorage.setItem('language', lng)
    }, language)
    await use(context)
    expect(errors, 'errors in the console').toEqual([])
  },
  outbox: async ({ request }, use) =>
    use(async (recipient) => {
      const { messages } = await (await request.get('/dev/outbox.json')).json()
      return messages.filter((message: { recipient: string }) => message.recipient === recipient)
    }),
  world: async ({ page, outbox, language }, use) => {
    const world = await makeWorld(page.context().request, outbox, language)
    await keepToken(page, world.accessToken)
    await use(world)
  },
})
export { expect }

export type World = Awaited<ReturnType<typeof makeWorld>>

/** A registered Owner with a business, a campaign and an API key; their refresh cookie is in the request's context. */
async function makeWorld(request: APIRequestContext, outbox: Outbox, language: Language) {
  const phone = aPhone()
  const email = anEmail()
  const name = language === 'he' ? 'רות ברק' : 'Ruth Barak'
  const { accessToken } = await registerBy(request, outbox, { name, email, phone, language })
  const headers = { authorization: `Bearer ${accessToken}`, 'accept-language': language }
  await post(request, '/auth/phone/verify', { code: await codeSentTo(outbox, phone) }, headers)
  const businessName = language === 'he' ? 'נגרות ברק' : 'Barak Carpentry'
  const { business } = await post(request, '/business', { name: businessName }, headers)
  const inBusiness = { ...headers, 'x-business-id': business._id }
  const campaignName = language === 'he' ? 'מטבחים' : 'Kitchens'
  const { campaign } = await post(request, '/user/campaign', { name: campaignName }, inBusiness)
  const { key } = await post(
    request,
    '/business/api-keys',
    { name: 'Website', scopes: ['leads:write'], password: PASSWORD },
    inBusiness,
  )
  return {
    email,
    name,
    accessToken,
    businessId: business._id,
    businessName,
    campaignId: campaign._id,
    campaignName,
    leadsPath: `/b/${business._id}/c/${campaign._id}/leads`,
    apiKeysPath: `/b/${business._id}/settings/api-keys`,
    campaignsPath: `/b/${business._id}/campaigns`,
    /** A lead from outside, as a website's server sends it. */
    sendLead: async (lead: Json): Promise<string> =>
      (await post(request, '/lead', { campaignId: campaign._id, ...lead }, { authorization: `Bearer ${key}` })).lead
        ._id,
    /** Another campaign; its id. */
    addCampaign: async (another: string): Promise<string> =>
      (await post(request, '/user/campaign', { name: another }, inBusiness)).campaign._id,
    /** Another business of the same Owner; its id. */
    addBusiness: async (another: string): Promise<string> =>
      (await post(request, '/business', { name: another }, headers)).business._id,
  }
}

type NewPerson = { name: string; email: string; phone: string; language: string }
/** Registers somebody with the code that is mailed to them; their phone waits for its own. */
export async function registerBy(request: APIRequestContext, outbox: Outbox, { language, ...person }: NewPerson) {
  await post(request, '/auth/register/code', { email: person.email })
  return post(request, '/auth/register', {
    ...{ ...person, userLanguage: language, terms: true, emailCode: await codeMailedTo(outbox, person.email) },
    ...{ password: PASSWORD, passwordConfirmation: PASSWORD },
  })
}

export const anEmail = () => `owner-${crypto.randomUUID()}@example.test`

/** The six digits that were sent to a phone, or mailed; they come a moment after the request that asks for them. */
export const codeSentTo = (outbox: Outbox, phone: string) => codeMailedTo(outbox, international(phone))
export async function codeMailedTo(outbox: Outbox, recipient: string): Promise<string> {
  let code: string | undefined
  await expect
    .poll(async () => {
      code = /\b\d{6}\b/.exec((await outbox(recipient))[0]?.body ?? '')?.[0]
      return code
    })
    .toBeTruthy()
  return code ?? ''
}

/** Signs the page's browser in, once: a journey may sign out again. */
export async function keepToken(page: Page, token: string) {
  await page.goto('/favicon.svg')
  await page.evaluate((value) => localStorage.setItem('token', value), token)
}

/** What journeys take from the replies of several routes; each is there where its route gives it. */
type Reply = {
  accessToken: string
  user: { lastBusinessId: string | null }
  business: { _id: string }
  campaign: { _id: string; name: string }
  lead: { _id: string }
  key: string
}

export async function post(
  request: APIRequestContext,
  path: string,
  data: Json,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const reply = await request.post(`/api${path}`, { data, headers })
  expect(reply.ok(), `${path}: ${await reply.text()}`).toBe(true)
  return reply.json()
}

const files = [
  ...['api-keys', 'auth', 'auth-mail', 'businesses', 'campaigns', 'common', 'dashboard'],
  ...['blacklist', 'calls', 'forms', 'leads', 'lists', 'operations', 'request-log', 'shell'],
  ...['notifications', 'notifications-server', 'errors', 'privacy', 'profile', 'profile-mail', 'images', 'palette'],
  ...['invitations', 'invitation', 'access-fields', 'waiting-list', 'join'],
  ...['numbers', 'softphone', 'dev-phones', 'forms', 'request-log', 'confirm-email', 'unsaved'],
  ...['two-factor', 'passkeys', 'google-sign-in'],
  ...['users', 'statuses', 'notification-settings', 'audit', 'audit-server'],
]

async function catalogue(language: Language): Promise<i18n> {
  const read = (file: string) =>
    JSON.parse(readFileSync(new URL(`../../locales/${language}/${file}.json`, import.meta.url), 'utf8'))
  const texts = createInstance()
  await texts.init({
    lng: language,
    ns: files,
    resources: { [language]: Object.fromEntries(files.map((file) => [file, read(file)])) },
    interpolation: { escapeValue: false },
  })
  return texts
}

/** Shows that the screen is the Owner's, where the server asks. */
export async function confirmIdentity(page: Page, t: Texts) {
  const dialog = page.getByRole('dialog', { name: t('common:identity.title') })
  await dialog.getByLabel(t('common:identity.password'), { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: t('common:identity.submit'), exact: true }).click()
  await expect(dialog).toBeHidden()
}
