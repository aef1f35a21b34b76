import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import { notificationRoutes } from '#contract/notifications/notifications.ts'
import { storage } from '../../../lib/storage.ts'
import { BUSINESS_ID } from '../../../testing/fakes.ts'
import { openApp } from '../../../testing/open-app.tsx'
import { refusal, reply } from '../../../testing/replies.ts'

const start = '/privacy-policy'
const openMenu = async (options: Parameters<typeof openApp>[1] = {}) => {
  const app = await openApp(start, { narrow: true, ...options })
  await app.user.click(await screen.findByRole('button', { name: 'Open menu' }))
  await screen.findByRole('dialog', { name: 'Menu' })
  return app
}
const isOpen = (name: RegExp) => screen.getByRole('button', { name }).getAttribute('aria-expanded')

describe('the menu on a narrow screen', () => {
  it('has one group open at a time', async () => {
    const { user } = await openMenu()
    expect([isOpen(/^Dashboard/), isOpen(/^אלון/), isOpen(/^Me$/)]).toEqual(['true', 'false', 'false'])
    await user.click(screen.getByRole('button', { name: /^Me$/ }))
    expect([isOpen(/^Dashboard/), isOpen(/^אלון/), isOpen(/^Me$/)]).toEqual(['false', 'false', 'true'])
  })

  it('is named after the business, and ends with Support and Logout', async () => {
    await openMenu()
    const menu = within(screen.getByRole('dialog', { name: 'Menu' }))
    menu.getByRole('button', { name: 'אלון שיפוצים ובנייה' })
    expect(menu.getByRole('link', { name: 'Support' }).getAttribute('href')).toBe('mailto:support@leadline.test')
    menu.getByRole('button', { name: 'Logout' })
  })

  it('closes when another screen opens, and Back does not open it again', async () => {
    const { user, at, router } = await openMenu()
    const menu = within(screen.getByRole('dialog', { name: 'Menu' }))
    await user.click(menu.getByRole('link', { name: 'Campaigns' }))
    await waitFor(() => expect(at()).toBe(`/b/${BUSINESS_ID}/campaigns`))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull())
    router.history.back()
    await waitFor(() => expect(at()).toBe(start))
    expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull()
  })

  it('closes by its button; each of its buttons has a name', async () => {
    const { user } = await openMenu()
    const menu = within(screen.getByRole('dialog', { name: 'Menu' }))
    expect(menu.getAllByRole('button', { name: /\S/ })).toHaveLength(menu.getAllByRole('button').length)
    await user.click(menu.getByRole('button', { name: 'Close menu' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull())
  })

  it('gives way to the notification panel, and that to the menu', async () => {
    const { user, router } = await openMenu({
      replies: [reply(notificationRoutes.list, { success: true, data: [] })],
    })
    const press = (name: string | RegExp) => user.click(screen.getByRole('button', { name, hidden: true }))
    await press(/^Notifications/)
    await screen.findByRole('dialog', { name: 'Notifications' })
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull())
    await press('Open menu')
    await screen.findByRole('dialog', { name: 'Menu' })
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Notifications' })).toBeNull())
    router.history.back()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('closes with Back, on the screen below it', async () => {
    const { at, router } = await openMenu()
    router.history.back()
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull())
    expect(at()).toBe(start)
  })

  it('says nothing where signing out fails', async () => {
    const { user } = await openMenu({ replies: [refusal(authRoutes.logout, 500, 'internal', { message: 'boom' })] })
    await user.click(screen.getByRole('button', { name: 'Logout' }))
    await waitFor(() => expect(console.warn).toHaveBeenCalledWith(expect.objectContaining({ message: 'boom' })))
    expect(screen.queryByText('Failed to log out user')).toBeNull()
    expect(storage.token.get()).not.toBeNull()
  })
})

describe('the navigator on a narrow screen', () => {
  it('offers Back only where history is behind the page', async () => {
    const { router } = await openApp(start, { narrow: true })
    await screen.findByRole('button', { name: 'Open menu' })
    expect(screen.queryByRole('button', { name: 'Back' })).toBeNull()
    await router.navigate({ href: `/b/${BUSINESS_ID}/campaigns` })
    await screen.findByRole('button', { name: 'Back' })
  })

  it('is on no wide one', async () => {
    const { router } = await openApp(start)
    await router.navigate({ href: `/b/${BUSINESS_ID}/campaigns` })
    await screen.findByRole('navigation', { name: 'Menu' })
    expect(screen.queryByRole('button', { name: 'Open menu' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Back' })).toBeNull()
  })

  it('offers the campaign selector on the dashboard, not on other screens', async () => {
    const { router } = await openApp('/dashboard', { narrow: true })
    await screen.findByRole('button', { name: /Campaign: / })
    await router.navigate({ href: start })
    await waitFor(() => expect(screen.queryByRole('button', { name: /Campaign: / })).toBeNull())
  })
})
