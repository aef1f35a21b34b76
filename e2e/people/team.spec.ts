import type { APIRequestContext, Browser } from '@playwright/test'
import {
  anEmail,
  aPhone,
  codeSentTo,
  expect,
  international,
  keepToken,
  registerBy,
  type Texts,
  test,
  watchErrors,
} from '../support/fixtures.ts'
import { screensOf } from '../support/screens.ts'

const WRITER = 'Dana Kaplan'
type Json = Record<string, unknown>
type Outbox = Parameters<typeof codeSentTo>[0]

async function send(request: APIRequestContext, path: string, body: Json, headers: Record<string, string> = {}) {
  const reply = await request.post(`/api${path}`, { data: body, headers })
  expect(reply.ok(), `${path}: ${await reply.text()}`).toBe(true)
  return reply.json()
}

/** A person in a browser of their own, invited by the Owner as a Writer of the campaign. */
async function invitedWriter(
  browser: Browser,
  {
    owner,
    ownerHeaders,
    campaignId,
    outbox,
    language,
    baseURL,
  }: {
    owner: APIRequestContext
    ownerHeaders: Record<string, string>
    campaignId: string
    outbox: Outbox
    language: string
    baseURL: string
  },
) {
  const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 800 } })
  const errors = watchErrors(context)
  await context.addInitScript((lng) => {
    if (location.protocol !== 'about:') localStorage.setItem('language', lng)
  }, language)
  const [email, phone] = [anEmail(), aPhone()]
  const registered = await registerBy(context.request, outbox, { name: WRITER, email, phone, language })
  const headers = { authorization: `Bearer ${registered.accessToken}` }
  await send(context.request, '/auth/phone/verify', { code: await codeSentTo(outbox, phone) }, headers)
  const place = { role: 'Writer', campaigns: [{ campaignId, role: 'Writer' }] }
  await send(owner, '/business/invitations', { ...place, recipients: [email], message: '', language }, ownerHeaders)
  let link: RegExpExecArray | null = null
  await expect
    .poll(async () => {
      const mails = await outbox(email)
      link = mails.map(({ body }) => /\/invitation\/([\w-]+)\/([\w-]+)/.exec(body)).find((found) => found) ?? null
      return link !== null
    })
    .toBe(true)
  const [, id, token] = link ?? []
  await send(context.request, `/invitation/${id}/${token}/accept`, {}, headers)
  const me = await context.request.get('/api/auth/getCurrentUser', { headers })
  const page = await context.newPage()
  await keepToken(page, registered.accessToken)
  return { page, context, errors, userId: (await me.json()).user._id as string }
}

test('a member gets another role, is suspended at once, reactivated, and removed with their leads reassigned', async ({
  page,
  t,
  world,
  isPhone,
  outbox,
  language,
  browser,
  baseURL,
}) => {
  const { lead } = screensOf(page, t, isPhone)
  const ownerHeaders = { authorization: `Bearer ${world.accessToken}`, 'x-business-id': world.businessId }
  const owner = page.context().request
  const { campaignId } = world
  const writer = await invitedWriter(browser, {
    ...{ owner, ownerHeaders, campaignId, outbox, language },
    baseURL: baseURL ?? '',
  })
  const leadId = await world.sendLead({ name: 'Noa Peretz', phone: international(aPhone()) })
  const action = { kind: 'assign', assignedTo: writer.userId }
  await send(owner, '/operations', { action, leadIds: [leadId] }, ownerHeaders)
  await writer.page.goto(world.leadsPath)
  await expect(writer.page.getByText('Noa Peretz').first()).toBeVisible()

  await page.goto(`/b/${world.businessId}/users`)
  const act = async (name: string) => {
    await page.getByRole('button', { name: t('users:menuOf', { name: WRITER }) }).click()
    await page.getByRole('menuitem', { name: t(`users:act.${name}`) }).click()
  }
  const dialog = page.getByRole('dialog')
  const done = async (name: string, said: string) => {
    await dialog.getByRole('button', { name, exact: true }).click()
    await expect(page.getByText(said)).toBeVisible()
    await expect(dialog).toBeHidden()
  }

  await test.step('another role', async () => {
    await act('change')
    await dialog.getByRole('combobox', { name: t('access-fields:role'), exact: true }).click()
    await page.getByRole('option', { name: t('common:roles.Lead'), exact: true }).click()
    await done(t('users:change.submit'), t('users:change.done'))
    await expect(ofTeam(page, t).getByText(t('common:roles.Lead'), { exact: true })).toBeVisible()
  })
  await test.step('suspended, without any action of theirs', async () => {
    await act('suspend')
    await done(t('users:suspend.submit'), t('users:suspend.done', { name: WRITER }))
    await expect(writer.page.getByText(t('shell:accessEnded', { name: world.businessName }))).toBeVisible()
    await expect(writer.page.getByText('Noa Peretz')).toHaveCount(0)
    await expect(writer.page).toHaveURL(/\/dashboard$/)
    await writer.page.goto(world.leadsPath)
    await expect(writer.page).toHaveURL(/\/dashboard$/)
    await expect(ofTeam(page, t).getByText(t('users:status.Suspended'))).toBeVisible()
  })
  await test.step('reactivated', async () => {
    await act('resume')
    await done(t('users:resume.submit'), t('users:resume.done', { name: WRITER }))
    await writer.page.goto(world.leadsPath)
    await expect(writer.page.getByText('Noa Peretz').first()).toBeVisible()
  })
  const place = async (role: string) => {
    const data = { role, campaigns: [{ campaignId, role, hearsCalls: false }] }
    const given = await owner.patch(`/api/auth/users/${writer.userId}`, { data, headers: ownerHeaders })
    expect(given.ok()).toBe(true)
  }
  await test.step('restricted to their own leads, without any action of theirs', async () => {
    await place('Writer')
    await world.sendLead({ name: 'Omri Azulay', phone: international(aPhone()) })
    await writer.page.goto(world.leadsPath)
    await expect(writer.page.getByText('Omri Azulay').first()).toBeVisible()
    await page.goto(`/b/${world.businessId}/settings/profile`)
    await page.getByLabel(t('businesses:restrictions.ownLeadsOnly.label')).click()
    await expect(page.getByText(t('businesses:restrictions.ownLeadsOnly.on'))).toBeVisible()
    await expect(writer.page.getByText('Omri Azulay')).toHaveCount(0)
    await expect(writer.page.getByText('Noa Peretz').first()).toBeVisible()
  })
  await test.step('a partner, with contacts masked', async () => {
    await place('Affiliate')
    await page.goto(`/b/${world.businessId}/settings/profile`)
    await page.getByLabel(t('businesses:restrictions.masksContacts.label')).click()
    await expect(page.getByText(t('businesses:restrictions.masksContacts.on'))).toBeVisible()
    await writer.page.goto(`${world.leadsPath}/${leadId}`)
    await expect(writer.page.getByText(/^0•-•••-\d{4}$/).first()).toBeVisible()
    await expect(writer.page.getByRole('link', { name: t('leads:call'), exact: true })).toHaveCount(0)
    await page.goto(`/b/${world.businessId}/users`)
  })
  await test.step('removed, and the leads have another assignee', async () => {
    await act('remove')
    await dialog.getByRole('combobox', { name: t('users:remove.assignee', { count: 1 }) }).click()
    await page.getByRole('option', { name: world.name }).click()
    await done(t('users:remove.submit'), t('users:remove.done', { name: WRITER }))
    await expect(ofTeam(page, t).getByText(WRITER)).toHaveCount(0)
    await expect(writer.page).toHaveURL(/\/dashboard$/)
    const handed = await owner.get(`/api/lead/${leadId}`, { headers: ownerHeaders })
    expect((await handed.json()).lead.assignedTo.name).toBe(world.name)
    await page.goto(world.leadsPath)
    await expect(lead('Noa Peretz')).toBeVisible()
  })
  // Requests of the business after access was lost are refused.
  const failed = writer.errors.filter((error) => !error.includes('status of 400'))
  expect(failed, 'errors in the console').toEqual([])
  await writer.context.close()
})

/** The team list; invitations are in another one. */
const ofTeam = (page: Parameters<typeof keepToken>[0], t: Texts) =>
  page.getByRole('region', { name: t('users:title'), exact: true })
