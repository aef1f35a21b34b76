import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { campaignRoutes } from '#contract/campaigns.ts'
import { type Delivery, type DeliveryDetails, type Webhook, webhookRoutes } from '#contract/webhooks/webhooks.ts'
import { paths } from '../../lib/paths.ts'
import { aSession, BUSINESS_ID, CAMPAIGN_ID } from '../../testing/fakes.ts'
import { renderPage } from '../../testing/render.tsx'
import { refusal, reply } from '../../testing/replies.ts'
import { WebhooksPage } from './list/webhooks-page.tsx'
import { WebhookPage } from './log/webhook-page.tsx'

const ID = '018f0000-0000-7000-8000-000000000031'
const EVENT_ID = '018f0000-0000-7000-8000-000000000032'
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const tried = {
  at: '2026-11-25T10:00:01.000Z',
  milliseconds: 120,
  status: 503,
  problem: 'status',
  answer: 'Busy',
} as const
const webhook: Webhook = {
  ...{ _id: ID, name: 'CRM', url: 'https://crm.example/hook/s3cret', types: ['lead.created', 'call.completed'] },
  ...{ campaignIds: null, pausedAt: null, pauseReason: null, createdAt: '2026-11-01T10:00:00.000Z', createdBy: 'שירה' },
  ...{ lastSuccessAt: null, failingSince: null, lastFailure: null, waiting: 0, oldSecretUntil: null },
}
const delivery: Delivery = {
  ...{ _id: EVENT_ID, type: 'lead.created', leadId: null, happenedAt: '2026-11-25T10:00:00.000Z', state: 'failed' },
  ...{ tries: 2, nextTryAt: null, lastTry: tried },
}
const details: DeliveryDetails = { ...delivery, body: '{"type":"lead.created"}', log: [tried] }
const names = reply(campaignRoutes.names, {
  success: true,
  campaigns: [{ _id: CAMPAIGN_ID, name: 'מטבחים', image: null, role: 'Owner', isEnabled: true }],
})
const list = (...webhooks: Webhook[]) => reply(webhookRoutes.list, { success: true, webhooks })
const log = (...deliveries: Delivery[]) =>
  reply(webhookRoutes.deliveries, { success: true, deliveries, hasMore: false })
const openList = (replies: ReturnType<typeof reply>[]) =>
  renderPage(<WebhooksPage />, { path: paths.webhooks(BUSINESS_ID), replies: [names, ...replies], session: aSession() })
const openOne = (replies: ReturnType<typeof reply>[]) =>
  renderPage(<WebhookPage />, {
    path: paths.webhook(BUSINESS_ID, ID),
    route: paths.webhook.pattern,
    replies: [names, log(delivery), ...replies],
    session: aSession(),
  })

test('a new webhook is made with its events, and its secret is shown once', async () => {
  const made = reply(webhookRoutes.create, { success: true, webhook, secret: SECRET })
  const page = await openList([list(), made])
  await page.user.click(await screen.findByRole('button', { name: 'New webhook' }))
  const dialog = within(await screen.findByRole('dialog'))
  await page.user.type(dialog.getByLabelText(/^Name/), 'CRM')
  await page.user.type(dialog.getByLabelText(/^Address/), 'https://crm.example/hook')
  await page.user.click(dialog.getByRole('checkbox', { name: 'Call ended' }))
  await page.user.click(dialog.getByRole('button', { name: 'Create webhook' }))
  await dialog.findByText(SECRET)
  expect(page.server.sentTo(webhookRoutes.create)[0]?.body).toEqual({
    ...{ name: 'CRM', url: 'https://crm.example/hook', types: ['lead.created', 'call.completed'], campaignIds: null },
  })
})

test('a refused address keeps the form and says why', async () => {
  const page = await openList([list(), refusal(webhookRoutes.create, 422, 'webhook_not_public')])
  await page.user.click(await screen.findByRole('button', { name: 'New webhook' }))
  const dialog = within(await screen.findByRole('dialog'))
  await page.user.type(dialog.getByLabelText(/^Name/), 'CRM')
  await page.user.type(dialog.getByLabelText(/^Address/), 'https://10.0.0.1/')
  await page.user.click(dialog.getByRole('button', { name: 'Create webhook' }))
  await screen.findByText(/webhook_not_public|cannot be used/)
  expect((dialog.getByLabelText(/^Name/) as HTMLInputElement).value).toBe('CRM')
})

test('the list names the state of each, without the path of its address', async () => {
  await openList([
    list(
      { ...webhook, lastSuccessAt: new Date().toISOString() },
      { ...webhook, _id: EVENT_ID, name: 'Sheet', pausedAt: tried.at, pauseReason: 'failing', waiting: 3 },
    ),
  ])
  const [crm, sheet] = await screen.findAllByRole('listitem')
  within(crm as HTMLElement).getByText('Works')
  within(crm as HTMLElement).getByText('crm.example')
  within(sheet as HTMLElement).getByText('Paused, needs attention')
  within(sheet as HTMLElement).getByText(/3 events wait/)
  expect(screen.queryByText(/s3cret/)).toBeNull()
})

test('the log leads to what was sent and answered, and a delivery is sent again', async () => {
  const page = await openOne([
    list(webhook),
    reply(webhookRoutes.delivery, { success: true, delivery: details }),
    reply(webhookRoutes.replay, { success: true, replayed: 1 }),
  ])
  await page.user.click(await screen.findByRole('button', { name: /New lead/ }))
  const drawer = within(await screen.findByRole('dialog'))
  await drawer.findByText('Busy')
  drawer.getByText(/"type": "lead.created"/)
  await page.user.click(drawer.getByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(page.server.sentTo(webhookRoutes.replay)[0]?.body).toEqual({ eventIds: [EVENT_ID] }))
})

test('a paused webhook says why, and is resumed with what waits or without', async () => {
  const paused: Webhook = { ...webhook, pausedAt: tried.at, pauseReason: 'gone', waiting: 2 }
  const page = await openOne([list(paused), reply(webhookRoutes.pause, { success: true, webhook })])
  await screen.findByText(/answered that it is gone/)
  await page.user.click(screen.getByRole('button', { name: 'Resume without sending' }))
  await waitFor(() =>
    expect(page.server.sentTo(webhookRoutes.pause)[0]?.body).toEqual({ isPaused: false, waiting: 'drop' }),
  )
})
