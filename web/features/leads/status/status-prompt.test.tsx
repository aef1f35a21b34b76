import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { businessRoutes } from '#contract/businesses.ts'
import type { LeadStatus } from '#contract/leads/lead-status.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { type Operation, operationRoutes } from '#contract/leads/operations.ts'
import { aBusiness, BUSINESS_ID } from '../../../testing/fakes.ts'
import { aLead, aPage, idOf, NEW, NOAM, OTHER_CAMPAIGN_ID, surroundings, WON } from '../../../testing/lead-fakes.ts'
import { renderPage } from '../../../testing/render.tsx'
import { type FakeReply, reply } from '../../../testing/replies.ts'
import { LeadsPage } from '../list/leads-page.tsx'

const LOST: LeadStatus = { ...WON, _id: idOf(230), nameEn: 'Lost', nameHe: 'אבוד', type: 'Lost', asks: 'lost_reason' }
const HIDDEN: LeadStatus = {
  ...NEW,
  _id: idOf(231),
  nameEn: 'Elsewhere',
  isDefault: false,
  campaignIds: [OTHER_CAMPAIGN_ID],
}
const lead = aLead(1)
const open = (replies: FakeReply[] = []) =>
  renderPage(<LeadsPage />, {
    path: `/b/${BUSINESS_ID}/leads/all`,
    route: '/b/$businessId/leads/all',
    replies: [
      ...surroundings(),
      reply(businessRoutes.get, { success: true, business: aBusiness(), statuses: [NEW, WON, LOST, HIDDEN] }),
      reply(leadRoutes.list, aPage([lead, aLead(2)])),
      reply(leadRoutes.tags, { success: true, tags: [] }),
      reply(leadRoutes.change, { success: true, lead: { ...lead, statusId: LOST._id } }),
      ...replies,
    ],
  })
const openMenu = async (user: Awaited<ReturnType<typeof open>>['user']) => {
  const [status] = await screen.findAllByRole('button', { name: /^Status: New/ })
  await user.click(status as HTMLElement)
  return within(await screen.findByRole('menu'))
}

test('a lead lost in the list opens the prompt for the reason, which can be skipped', async () => {
  const { user, server } = await open()
  await user.click((await openMenu(user)).getByRole('menuitemradio', { name: 'Lost' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Why was it lost?' }))
  // The status is saved already.
  await waitFor(() => expect(server.sentTo(leadRoutes.change)[0]?.body).toMatchObject({ statusId: LOST._id }))
  await user.click(await dialog.findByRole('button', { name: 'The price' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(server.sentTo(leadRoutes.change)[1]?.body).toEqual({ lostReason: 'The price', expected: {} }),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a lead won in the list opens the prompt for the sale amount', async () => {
  const { user, server } = await open()
  await user.click((await openMenu(user)).getByRole('menuitemradio', { name: 'Won' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'What did it sell for?' }))
  await user.type(await dialog.findByRole('textbox'), '1200')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.sentTo(leadRoutes.change)[1]?.body).toMatchObject({ value: 120_000 }))
})

test('a status of other campaigns is not offered', async () => {
  const { user } = await open()
  const items = (await openMenu(user)).getAllByRole('menuitemradio').map(({ textContent }) => textContent)
  expect(items).toEqual(['New', 'Won', 'Lost'])
})

test('a bulk change to lost asks for the reason first', async () => {
  const operation: Operation = {
    ...{
      _id: idOf(600),
      kind: 'status',
      undoes: null,
      subject: 'Lost',
      tags: null,
      lead: null,
      fields: [],
      author: NOAM,
      state: 'done',
    },
    ...{ total: 1, done: 1, skipped: 0, error: null, undoneBy: null, canUndo: true, canCancel: false },
    ...{ createdAt: lead.date, startedAt: lead.date, finishedAt: lead.date },
  }
  const { user, server } = await open([reply(operationRoutes.create, { success: true, operation })])
  const [, box] = await screen.findAllByRole('checkbox')
  await user.click(box as HTMLElement)
  const bar = within(await screen.findByRole('toolbar'))
  await user.click(bar.getByRole('button', { name: 'Status' }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Lost' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Why were they lost?' }))
  expect(server.sentTo(operationRoutes.create)).toHaveLength(0)
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Too far')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(server.sentTo(operationRoutes.create)[0]?.body).toMatchObject({
      action: { kind: 'status', statusId: LOST._id, lostReason: 'Too far' },
    }),
  )
})
