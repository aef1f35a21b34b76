import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Integration, integrationRoutes } from '#contract/integrations/integrations.ts'
import { aSession, BUSINESS_ID } from '../../testing/fakes.ts'
import { surroundings } from '../../testing/lead-fakes.ts'
import { renderPage } from '../../testing/render.tsx'
import { reply } from '../../testing/replies.ts'
import { IntegrationsPage } from './integrations-page.tsx'

const none = { state: 'none', account: null, count: null, since: null, lastSuccessAt: null, problem: null } as const
const open = (integrations: Integration[], role: 'Owner' | 'Admin' = 'Owner') =>
  renderPage(<IntegrationsPage />, {
    path: `/b/${BUSINESS_ID}/settings/integrations`,
    route: '/b/$businessId/settings/integrations',
    replies: [...surroundings(role), reply(integrationRoutes.list, { success: true, integrations })],
    session: aSession({ role }),
  })
const card = async (name: string) => within((await screen.findByRole('heading', { name })).closest('li') as HTMLElement)

test('each has its state in words, account, since when and last success, and the way to its page', async () => {
  await open([
    {
      ...{ key: 'google_calendar', state: 'attention', account: 'dana@gmail.test', count: 3 },
      ...{ since: '2026-01-05T10:00:00.000Z', lastSuccessAt: '2026-01-06T10:00:00.000Z' },
      problem: { code: 'calendars_of_team', names: ['Noa Cohen', 'Avi Bar'] },
    },
    { ...none, key: 'telephony', state: 'connected', count: 2 },
    { ...none, key: 'mail' },
  ])
  const calendar = await card('Google Calendar')
  calendar.getByText('Needs attention')
  calendar.getByText('3 calendars')
  calendar.getByText('These people have to connect their calendar again: Noa Cohen, Avi Bar')
  expect(calendar.getByText('dana@gmail.test').getAttribute('dir')).toBe('ltr')
  expect(calendar.getByRole('link', { name: 'Fix: Google Calendar' }).getAttribute('href')).toBe(
    '/user/settings/profile#calendar',
  )
  const telephony = await card('Telephony')
  telephony.getByText('Connected')
  expect(telephony.getByRole('link', { name: 'Open: Telephony' }).getAttribute('href')).toBe(
    `/b/${BUSINESS_ID}/settings/numbers`,
  )
  const mail = await card('Email')
  mail.getByText('Not connected')
  mail.getByRole('link', { name: 'Set up: Email' })
  screen.getByText(/2 connected · 1 needs attention/)
})

test('is for Owners', async () => {
  await open([], 'Admin')
  expect(screen.queryByRole('list')).toBeNull()
})
