import { randomInt } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { type APIRequestContext, type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { createInstance, type i18n } from 'i18next'

export type Language = 'he' | 'en'
type Json = Record<string, unknown>

/** An unassigned phone number. */
export const aPhone = () => `072444${String(randomInt(10_000)).padStart(4, '0')}`
/** E.164, as stored and as used for messages. */
export const international = (phone: string) => `+972${phone.slice(1)}`
export const PASSWORD = 'a long enough password 7'

/** A translation of the interface, so that a journey finds elements by their visible text: t('leads:newLead'). */
export type Texts = (key: string, values?: Json) => string
export type Outbox = (recipient: string) => Promise<{ body: string; subject: string | null }[]>

type Fixtures = {
  language: Language
  isPhone: boolean
  t: Texts
  /** Sent mail and SMS, newest first. */
  outbox: Outbox
  /** The journey's own business, whose Owner is signed in in its browser. */
  world: World
}

/**
 * Errors that a journey provokes and connections that it cuts do not count. Nor does Playwright's own script in a
 * form's preview, which allows no scripts.
 */
const expected =
  /Blocked script execution in 'about:srcdoc'|status of (401|403|404|409|415|422|429)|ERR_(CONNECTION|FAILED|SOCKET|NETWORK|EMPTY|INCOMPLETE|INTERNET)/

/** Collects the browser's errors from now on. */
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
      // An empty page has no storage, nor has the browser's own page for a lost network.
      if (!location.protocol.startsWith('http')) return
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

/** A registered Owner with a business, a campaign and an API key; the refresh cookie is in the request's context. */
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
    /** Sends a lead by the API, as a website's server does; returns its id. */
    sendLead: async (lead: Json): Promise<string> =>
      (await post(request, '/lead', { campaignId: campaign._id, ...lead }, { authorization: `Bearer ${key}` })).lead
        ._id,
    /** Adds a campaign; returns its id. */
    addCampaign: async (another: string): Promise<string> =>
      (await post(request, '/user/campaign', { name: another }, inBusiness)).campaign._id,
    /** Adds a business of the same Owner; returns its id. */
    addBusiness: async (another: string): Promise<string> =>
      (await post(request, '/business', { name: another }, headers)).business._id,
  }
}

type NewPerson = { name: string; email: string; phone: string; language: string }
/** Registers a person with the mailed code; their phone still waits for its own. */
export async function registerBy(request: APIRequestContext, outbox: Outbox, { language, ...person }: NewPerson) {
  await post(request, '/auth/register/code', { email: person.email })
  return post(request, '/auth/register', {
    ...{ ...person, userLanguage: language, terms: true, emailCode: await codeMailedTo(outbox, person.email) },
    ...{ password: PASSWORD, passwordConfirmation: PASSWORD },
  })
}

export const anEmail = () => `owner-${crypto.randomUUID()}@example.test`

/** The six-digit code sent to a phone, or mailed; it arrives shortly after the request. */
export const codeSentTo = (outbox: Outbox, phone: string) => codeMailedTo(outbox, international(phone))
export async function codeMailedTo(outbox: Outbox, recipient: string): Promise<string> {
  let code: string | undefined
  const look = async () => {
    code = /\b\d{6}\b/.exec((await outbox(recipient))[0]?.body ?? '')?.[0]
    return code
  }
  // It is sent within some hundredths of a second, and most journeys wait for two of them.
  await expect.poll(look, { intervals: [50] }).toBeTruthy()
  return code ?? ''
}

/** Signs the browser of the page in, once: a journey may sign out again. */
export async function keepToken(page: Page, token: string) {
  await page.goto('/favicon.svg')
  await page.evaluate((value) => localStorage.setItem('token', value), token)
}

/** Fields of replies that journeys use; each is present where its route returns it. */
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

/** All texts of the server and the web; `errors` holds the server's refusals as well. */
async function catalogue(language: Language): Promise<i18n> {
  const folder = new URL(`../../locales/${language}/`, import.meta.url)
  const names = readdirSync(folder).map((file) => file.replace('.json', ''))
  const read = (name: string) => JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'))
  const texts = createInstance()
  await texts.init({
    lng: language,
    ns: names,
    resources: {
      [language]: {
        ...Object.fromEntries(names.map((name) => [name, read(name)])),
        errors: { ...read('refusals'), ...read('errors') },
      },
    },
    interpolation: { escapeValue: false },
  })
  return texts
}

/** Confirms identity where the server asks for it. */
export async function confirmIdentity(page: Page, t: Texts) {
  const dialog = page.getByRole('dialog', { name: t('common:identity.title') })
  await dialog.getByLabel(t('common:identity.password'), { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: t('common:identity.submit'), exact: true }).click()
  await expect(dialog).toBeHidden()
}
