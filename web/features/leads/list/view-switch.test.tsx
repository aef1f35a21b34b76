import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { leadRoutes } from '#contract/leads/leads.ts'
import { notificationRoutes } from '#contract/notifications/notifications.ts'
import type { LeadsLook } from '#contract/team/users.ts'
import { userRoutes } from '#contract/team/users.ts'
import { aSession, BUSINESS_ID, CAMPAIGN_ID } from '../../../testing/fakes.ts'
import { ATTEMPTING, aLead, aPage, NOAM, surroundings } from '../../../testing/lead-fakes.ts'
import { openApp } from '../../../testing/open-app.tsx'
import { reply } from '../../../testing/replies.ts'

const inCampaign = `/b/${BUSINESS_ID}/c/${CAMPAIGN_ID}`
const inAll = `/b/${BUSINESS_ID}/leads`
const someone = (leadView: LeadsLook = 'table') => {
  const session = aSession()
  const board = { columns: [], density: 'compact' as const, isList: true }
  return { ...session, user: { ...session.user, leadView, tableViews: { board } } }
}
const open = (path: string, options: { leadView?: LeadsLook; narrow?: boolean } = {}) =>
  openApp(path, {
    session: someone(options.leadView),
    narrow: options.narrow ?? false,
    replies: [
      ...surroundings(),
      reply(leadRoutes.list, aPage([aLead(1, { value: 3_800_000, assignedTo: NOAM }), aLead(2)])),
      reply(leadRoutes.change, () => new Promise(() => undefined)),
      reply(notificationRoutes.list, { success: true, data: [] }),
      reply(userRoutes.update, ({ body }) => ({
        success: true as const,
        updatedUser: { ...someone().user, ...(body as object) },
      })),
    ],
  })
const cards = async () => within(await screen.findByRole('list', { name: 'Leads' })).getAllByRole('listitem')

describe('the cards', () => {
  it.each([`${inCampaign}/cards`, `${inCampaign}/leads/cards`, `${inAll}/cards/all`])(
    'are shown at %s',
    async (path) => {
      const { server } = await open(path)
      const [first] = await cards()
      const card = within(first as HTMLElement)
      for (const text of ['Lead 1', 'מטבחים – Google', '₪38,000']) expect(card.getByText(text)).toBeDefined()
      expect(card.getByRole('link', { name: 'Call' }).getAttribute('href')).toBe('tel:+972527311184')
      expect(card.getByRole('link', { name: 'WhatsApp' })).toBeDefined()
      expect(card.getByRole('img', { name: NOAM.name })).toBeDefined()
      const { query } = server.sentTo(leadRoutes.list)[0] ?? {}
      expect(query).toMatchObject(path.includes('/c/') ? { campaignId: CAMPAIGN_ID } : { all: 'true' })
    },
  )

  it('stay while the code of the next page is loading', async () => {
    const { router } = await open(`${inAll}/cards/all`)
    await cards()
    const heading = screen.getByRole('heading', { level: 1 })
    const left: boolean[] = []
    const observer = new MutationObserver(() => {
      if (screen.queryByRole('heading', { level: 1 }) === heading)
        left.push(screen.queryByRole('list', { name: 'Leads' }) === null)
    })
    observer.observe(document.body, { childList: true, subtree: true })
    await router.navigate({ to: `${inAll}/import` })
    await waitFor(() => expect(heading.isConnected).toBe(false))
    observer.disconnect()
    expect(left).not.toContain(true)
  })

  it('change the status with one tap', async () => {
    const { server, user } = await open(`${inAll}/cards/all`, { narrow: true })
    const [first] = await cards()
    await user.click(within(first as HTMLElement).getByRole('button', { name: 'Status: New. Change' }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'Attempting' }))
    await within(first as HTMLElement).findByRole('button', { name: 'Status: Attempting. Change' })
    await waitFor(() => expect(server.sentTo(leadRoutes.change)[0]?.body).toMatchObject({ statusId: ATTEMPTING._id }))
  })

  it('stay full cards on a narrow screen', async () => {
    await open(`${inAll}/all`, { narrow: true })
    const [first] = await cards()
    expect(within(first as HTMLElement).queryByRole('button', { name: /^Status/ })).toBeNull()
  })
})

describe('switching between table and cards', () => {
  it('keeps filters and search, and is saved', async () => {
    const { user, at, server } = await open(`${inCampaign}/leads?unread=true&search=noam`)
    await user.click(await screen.findByRole('link', { name: 'Cards' }))
    await waitFor(() => expect(at()).toBe(`${inCampaign}/cards?unread=true&search=noam`))
    await cards()
    expect(server.sentTo(userRoutes.update).map(({ body }) => body)).toEqual([{ leadView: 'cards' }])
    const menu = within(screen.getByRole('navigation', { name: 'Menu' }))
    expect(menu.getByRole('link', { name: 'Leads' }).getAttribute('href')).toBe(`${inCampaign}/cards`)
    await user.click(screen.getByRole('link', { name: 'Table' }))
    await screen.findByRole('table', { name: 'Leads' })
    expect(at()).toBe(`${inCampaign}/leads?unread=true&search=noam`)
    expect(server.sentTo(userRoutes.update).at(-1)?.body).toEqual({ leadView: 'table' })
  })

  it('has the trash beside them, without filters, and leads back', async () => {
    const { user, at } = await open(`${inCampaign}/leads?unread=true`)
    await user.click(await screen.findByRole('link', { name: 'Trash' }))
    await waitFor(() => expect(at()).toBe(`${inCampaign}/leads?trash=true`))
    const trash = screen.getByRole('link', { name: 'Trash' })
    expect(trash.getAttribute('aria-current')).toBe('page')
    await user.click(screen.getByRole('link', { name: 'Table' }))
    await waitFor(() => expect(at()).toBe(`${inCampaign}/leads`))
  })

  it('is one button on a narrow screen', async () => {
    const { user, at } = await open(`${inAll}/all?unread=true`, { narrow: true })
    await user.click(await screen.findByRole('link', { name: 'Cards' }))
    await waitFor(() => expect(at()).toBe(`${inAll}/cards/all?unread=true`))
  })

  it('decides where the menu leads, with a campaign and without', async () => {
    await open('/privacy-policy', { leadView: 'cards' })
    const menu = await screen.findByRole('navigation', { name: 'Menu' })
    const link = await within(menu).findByRole('link', { name: 'Leads' })
    expect(link.getAttribute('href')).toBe(`${inAll}/cards/all`)
  })

  it('stays when another campaign is chosen', async () => {
    const { user, at } = await open(`${inAll}/cards/all`, { leadView: 'cards' })
    await cards()
    await user.click(screen.getByRole('button', { name: /^Campaign: / }))
    await user.click(await screen.findByRole('option', { name: /מטבחים – Google/ }))
    await waitFor(() => expect(at()).toBe(`${inCampaign}/cards`))
  })
})
