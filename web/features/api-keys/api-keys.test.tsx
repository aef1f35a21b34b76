import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type ApiKey, apiKeyRoutes } from '#contract/auth/api-keys.ts'
import { campaignRoutes } from '#contract/campaigns.ts'
import type { Role } from '#contract/roles.ts'
import { paths } from '../../lib/paths.ts'
import { aSession, BUSINESS_ID, CAMPAIGN_ID } from '../../testing/fakes.ts'
import { renderPage } from '../../testing/render.tsx'
import { refusal, reply } from '../../testing/replies.ts'
import { ApiKeysPage } from './api-keys-page.tsx'
import { formSnippet, jsonSnippet } from './snippets.ts'

const KEY = 'lk_live_a1b2c3d4Vn8Q2mZx0bLwKf7TyR5uJ9sEwxyz'
const apiKey: ApiKey = {
  _id: '018f0000-0000-7000-8000-000000000009',
  name: 'טופס באתר',
  hint: 'lk_live_a1b2c3d4…wxyz',
  scopes: ['leads:write'],
  campaignIds: [CAMPAIGN_ID],
  ratePerMinute: 600,
  isActive: true,
  allowedAddresses: null,
  expiresAt: null,
  oldKeyUntil: null,
  createdAt: '2025-10-02T10:00:00.000Z',
  createdBy: 'שירה',
  lastUsedAt: null,
}
const here = { origin: 'http://localhost:3000', campaignId: CAMPAIGN_ID }
const names = reply(campaignRoutes.names, {
  success: true,
  campaigns: [{ _id: CAMPAIGN_ID, name: 'מטבחים – Google', image: null, role: 'Owner', isEnabled: true }],
})
const list = (...apiKeys: ApiKey[]) => reply(apiKeyRoutes.list, { success: true, apiKeys })
const open = (replies: ReturnType<typeof reply>[], role: Role = 'Owner') =>
  renderPage(<ApiKeysPage />, {
    path: paths.apiKeys(BUSINESS_ID),
    replies: [names, ...replies],
    session: aSession({ role }),
  })

test('explains API keys when there are none', async () => {
  await open([list()])
  await screen.findByText('No API keys yet')
  expect(screen.getByRole('link', { name: 'API reference' }).getAttribute('href')).toBe('/api/docs')
})

test('lists each key with its scopes and campaigns', async () => {
  await open([list(apiKey)])
  const row = within(await screen.findByRole('listitem'))
  row.getByText('טופס באתר')
  row.getByText('lk_live_a1b2c3d4…wxyz')
  row.getByText('Send and change leads')
  row.getByText('Never used')
  await row.findByText('מטבחים – Google')
})

test('a new key is shown once, with an example request that sends a lead', async () => {
  const page = await open([list(), reply(apiKeyRoutes.create, { success: true, apiKey, key: KEY })])
  await page.user.click(await screen.findByRole('button', { name: 'New key' }))
  const dialog = within(await screen.findByRole('dialog'))
  await page.user.type(dialog.getByLabelText(/^Name/), 'Website')
  page.server.use(list(apiKey))
  await page.user.click(dialog.getByRole('button', { name: 'Create key' }))
  await dialog.findByText(KEY)
  dialog.getByText(/will not be shown again/)
  expect((await dialog.findByRole('tabpanel')).textContent).toContain(jsonSnippet({ ...here, key: KEY }))
  expect(page.server.sentTo(apiKeyRoutes.create)[0]?.body).toEqual({
    name: 'Website',
    scopes: ['leads:write'],
    ratePerMinute: 600,
    expiresAt: null,
    allowedAddresses: null,
  })
  await page.user.click(dialog.getByRole('button', { name: "I've copied the key" }))
  await waitFor(() => expect(screen.queryByText(KEY)).toBeNull())
  await screen.findByText('lk_live_a1b2c3d4…wxyz')
})

test('a key for selected campaigns requires at least one; a refusal keeps the form', async () => {
  const issues = [{ path: 'name', message: 'Taken' }]
  const page = await open([list(), refusal(apiKeyRoutes.create, 422, 'invalid_input', { issues })])
  await page.user.click(await screen.findByRole('button', { name: 'New key' }))
  const dialog = within(await screen.findByRole('dialog'))
  await page.user.type(dialog.getByLabelText(/^Name/), 'Website')
  await page.user.click(dialog.getByRole('switch', { name: /^All campaigns/ }))
  await page.user.click(dialog.getByRole('button', { name: 'Create key' }))
  await screen.findAllByText('Please fill in all required fields')
  await page.user.click(dialog.getByRole('combobox', { name: /^Campaigns/ }))
  await page.user.click(await screen.findByRole('option', { name: 'מטבחים – Google' }))
  await page.user.click(dialog.getByRole('button', { name: 'Create key' }))
  await dialog.findByText('Taken')
  expect(page.server.sentTo(apiKeyRoutes.create)[0]?.body).toMatchObject({ campaignIds: [CAMPAIGN_ID] })
})

test('a key is switched off at once', async () => {
  const off = { ...apiKey, isActive: false }
  const page = await open([list(apiKey), reply(apiKeyRoutes.change, { success: true, apiKey: off })])
  const active = (await screen.findByRole('switch')) as HTMLInputElement
  page.server.use(list(off))
  await page.user.click(active)
  expect(active.checked).toBe(false)
  await waitFor(() => expect(page.server.sentTo(apiKeyRoutes.change)[0]?.body).toEqual({ isActive: false }))
})

test("a key's rate is changed, and nothing else is sent", async () => {
  const slower = { ...apiKey, ratePerMinute: 30 }
  const page = await open([list(apiKey), reply(apiKeyRoutes.change, { success: true, apiKey: slower })])
  await page.user.click(await screen.findByRole('button', { name: 'Edit טופס באתר' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit API key' }))
  const rate = await dialog.findByLabelText(/^Requests per minute/)
  expect((rate as HTMLInputElement).value).toBe('600')
  await page.user.clear(rate)
  await page.user.type(rate, '30')
  page.server.use(list(slower))
  await page.user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('The key was changed')
  expect(page.server.sentTo(apiKeyRoutes.change)[0]?.body).toEqual({ ratePerMinute: 30 })
})

test('replacing a key asks how long the old one works, and then says until when', async () => {
  const replaced = { ...apiKey, oldKeyUntil: '2099-01-08T10:00:00.000Z' }
  const page = await open([list(apiKey), reply(apiKeyRoutes.rotate, { success: true, apiKey: replaced, key: KEY })])
  await page.user.click(await screen.findByRole('button', { name: 'Edit טופס באתר' }))
  await page.user.click(await screen.findByRole('button', { name: 'Replace the key' }))
  expect(page.server.sentTo(apiKeyRoutes.rotate)).toHaveLength(0)
  await page.user.click(await screen.findByRole('radio', { name: '7 days' }))
  await page.user.click(screen.getByRole('button', { name: 'Replace' }))
  await screen.findByText(/The old key works until 8 Jan 2099/)
  expect(page.server.sentTo(apiKeyRoutes.rotate)[0]?.body).toEqual({ overlapHours: 168 })
})

test('a key is deleted after its name is typed', async () => {
  const page = await open([list(apiKey), reply(apiKeyRoutes.remove, { success: true })])
  await page.user.click(await screen.findByRole('button', { name: 'Delete טופס באתר' }))
  const dialog = within(await screen.findByRole('dialog'))
  page.server.use(list())
  await page.user.type(dialog.getByLabelText('To confirm, type: טופס באתר'), 'טופס באתר')
  await page.user.click(dialog.getByRole('button', { name: 'Delete key' }))
  await screen.findByText('The key was deleted')
  await screen.findByText('No API keys yet')
})

test('the page is for the Owner only', async () => {
  const page = await open([], 'Admin')
  await screen.findByText('You do not have permission for this page')
  expect(page.server.sentTo(apiKeyRoutes.list)).toEqual([])
})

test('the examples work as pasted', () => {
  const target = { origin: 'https://leads.example.com', key: KEY, campaignId: CAMPAIGN_ID }
  expect(jsonSnippet(target).split('\n')).toEqual([
    "curl -X POST 'https://leads.example.com/api/lead' \\",
    `  -H 'Authorization: Bearer ${KEY}' \\`,
    "  -H 'Content-Type: application/json' \\",
    `  -d '{"name":"Noa Levi","phone":"+972724440123","source":"website","campaignId":"${CAMPAIGN_ID}"}'`,
  ])
  expect(formSnippet(target).split('\n').at(-1)).toBe(`  --data-urlencode 'campaignId=${CAMPAIGN_ID}'`)
})

test('where the server asks for identity, one dialog asks for password and code', async () => {
  const asks = (path: string, message: string) =>
    refusal(apiKeyRoutes.create, 422, 'invalid_input', { issues: [{ path, message }] })
  const page = await open([list(), asks('password', 'This field is required')])
  await page.user.click(await screen.findByRole('button', { name: 'New key' }))
  const form = within(await screen.findByRole('dialog'))
  await page.user.type(form.getByLabelText(/^Name/), 'Website')
  await page.user.click(form.getByRole('button', { name: 'Create key' }))

  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm your identity' }))
  const confirm = () => page.user.click(dialog.getByRole('button', { name: 'Confirm' }))
  page.server.use(asks('password', 'The password is wrong'))
  await page.user.type(dialog.getByLabelText('Your password'), 'a guess')
  expect(dialog.queryByText('This field is required')).toBeNull()
  await confirm()
  await dialog.findByText('The password is wrong')
  page.server.use(asks('code', 'This field is required'))
  await confirm()
  await page.user.type(await dialog.findByLabelText(/Authenticator code/), '123456')
  page.server.use(reply(apiKeyRoutes.create, { success: true, apiKey, key: KEY }))
  page.server.use(list(apiKey))
  await confirm()
  await screen.findByText(KEY)
  const sent = page.server.sentTo(apiKeyRoutes.create).at(-1)?.body
  expect(sent).toMatchObject({ name: 'Website', password: 'a guess', code: '123456' })
})

test('cancelling the confirmation of identity keeps the form and shows no error', async () => {
  const issues = [{ path: 'password', message: 'This field is required' }]
  const page = await open([list(), refusal(apiKeyRoutes.create, 422, 'invalid_input', { issues })])
  await page.user.click(await screen.findByRole('button', { name: 'New key' }))
  const form = within(await screen.findByRole('dialog'))
  await page.user.type(form.getByLabelText(/^Name/), 'Website')
  await page.user.click(form.getByRole('button', { name: 'Create key' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm your identity' }))
  await page.user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Confirm your identity' })).toBeNull())
  expect(screen.queryByRole('alert')).toBeNull()
  expect(form.getByRole('button', { name: 'Create key' }).hasAttribute('data-loading')).toBe(false)
})
