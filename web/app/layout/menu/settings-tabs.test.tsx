import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { apiKeyRoutes } from '#contract/api-keys.ts'
import { businessRoutes } from '#contract/businesses.ts'
import { teamRoutes } from '#contract/team/team.ts'
import { aBusiness, BUSINESS_ID } from '../../../testing/fakes.ts'
import { openApp } from '../../../testing/open-app.tsx'
import { reply } from '../../../testing/replies.ts'

const info = `/b/${BUSINESS_ID}/settings/profile`
const keys = `/b/${BUSINESS_ID}/settings/api-keys`
const replies = [
  reply(businessRoutes.get, { success: true, business: aBusiness(), statuses: [] }),
  reply(teamRoutes.list, {
    success: true,
    users: [],
    pagination: { page: 1, limit: 100, total: 0, totalIsExact: true, pages: 0 },
  }),
  reply(apiKeyRoutes.list, { success: true, apiKeys: [] }),
]
const tabs = async () => within(await screen.findByRole('navigation', { name: 'Business settings' }))

test('all settings share one tab bar, the open one marked', async () => {
  const { user, at } = await openApp(info, { replies })
  await screen.findByLabelText(/Business name/)
  expect((await tabs()).getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Business Info',
    'Lead statuses',
    'Notifications',
    'Privacy',
    'API Keys',
    'Virtual numbers',
    'Blacklist',
    'Audit log',
  ])
  expect((await tabs()).getByRole('link', { name: 'Business Info' }).getAttribute('aria-current')).toBe('page')
  await user.click((await tabs()).getByRole('link', { name: 'API Keys' }))
  await waitFor(() => expect(at()).toBe(keys))
  await screen.findByText('No API keys yet')
  expect((await tabs()).getByRole('link', { name: 'API Keys' }).getAttribute('aria-current')).toBe('page')
})

test('the open tab is brought into sight', async () => {
  const seen = vi.fn()
  // Some browsers return a promise, which is not a cleanup function.
  Element.prototype.scrollIntoView = function (this: Element) {
    seen(this.textContent)
    return Promise.resolve() as never
  }
  const { user } = await openApp(keys, { replies })
  await screen.findByText('No API keys yet')
  expect(seen).toHaveBeenCalledWith('API Keys')
  await user.click((await tabs()).getByRole('link', { name: 'Business Info' }))
  await screen.findByLabelText(/Business name/)
  expect(seen).toHaveBeenCalledWith('Business Info')
})

test('the entry Notifications Settings leads to the lead statuses, as linked', async () => {
  const { user } = await openApp('/privacy-policy', { replies })
  await user.click(await screen.findByRole('button', { name: /Business: / }))
  const link = screen.getByRole('link', { name: 'Notifications Settings' })
  expect(link.getAttribute('href')).toBe(`/b/${BUSINESS_ID}/settings/leads-statuses`)
})

test('no other page has it', async () => {
  await openApp('/privacy-policy', { replies })
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByRole('navigation', { name: 'Business settings' })).toBeNull()
})

test('the business selector leads to the settings, too', async () => {
  const { user, at } = await openApp('/privacy-policy', { replies })
  await user.click(await screen.findByRole('button', { name: /Business: / }))
  const entry = screen.getAllByRole('link', { name: 'Business Info' }).find((link) => !link.closest('nav'))
  await user.click(entry as HTMLElement)
  await waitFor(() => expect(at()).toBe(info))
})
