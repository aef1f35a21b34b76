import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import { invitationRoutes, type OpenedInvitation } from '#contract/team/invitations.ts'
import { aSession, BUSINESS_ID } from '../../testing/fakes.ts'
import { idOf } from '../../testing/lead-fakes.ts'
import { openApp } from '../../testing/open-app.tsx'
import { type FakeReply, refusal, reply } from '../../testing/replies.ts'

const PATH = `/invitation/${idOf(800)}/${'t'.repeat(43)}`
const anOpened = (changes: Partial<OpenedInvitation> = {}): OpenedInvitation => ({
  state: 'Pending',
  business: { _id: idOf(900), name: 'נגרות ברק', image: null },
  inviter: 'Ruth Barak',
  role: 'Writer',
  campaigns: [{ name: 'Kitchens', role: 'Lead' }],
  message: 'Glad to have you',
  email: 'shira@alon-reno.test',
  phone: null,
  expiresAt: '2026-01-12T10:00:00.000Z',
  isAsked: false,
  ...changes,
})
const opened = (changes: Partial<OpenedInvitation> = {}) =>
  reply(invitationRoutes.open, { success: true, invitation: anOpened(changes) })
const visit = (replies: FakeReply[], session: ReturnType<typeof aSession> | null = null) =>
  openApp(PATH, { replies, session })

describe('an invitation', () => {
  it('is readable without an account, and leads to registration or sign-in with its address', async () => {
    await visit([opened()])
    expect(await screen.findByRole('heading', { name: 'You are invited to נגרות ברק' })).toBeDefined()
    for (const words of ['Glad to have you', 'Writer']) expect(screen.getByText(words)).toBeDefined()
    expect(screen.getByText('shira@alon-reno.test')).toBeDefined()
    const search = `?next=${encodeURIComponent(PATH)}&email=shira%40alon-reno.test`
    const to = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect(to('Create an account')).toBe(`/auth/register${search}`)
    expect(to('I have an account')).toBe(`/auth/login${search}`)
  })

  it('is not left in the history: Back after joining does not return to it', async () => {
    const { user, router } = await visit([opened()])
    const before = router.history.length
    await user.click(await screen.findByRole('link', { name: 'I have an account' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/auth/login'))
    expect(router.history.length).toBe(before)
  })

  it('is accepted by its recipient, and opens the business', async () => {
    const { user, at, server } = await visit(
      [opened(), reply(invitationRoutes.accept, { success: true, businessId: BUSINESS_ID })],
      aSession(),
    )
    await user.click(await screen.findByRole('button', { name: 'Join נגרות ברק' }))
    await waitFor(() => expect(at()).toBe(`/b/${BUSINESS_ID}/leads/all`))
    expect(server.sentTo(invitationRoutes.accept)).toHaveLength(1)
  })

  it('is not offered to another account, which can sign out', async () => {
    const { user, at } = await visit(
      [opened({ email: 'noa@example.test' }), reply(authRoutes.logout, { success: true })],
      aSession(),
    )
    expect(await screen.findByText('shira@alon-reno.test')).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Join/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Switch account' }))
    await waitFor(() => expect(at()).toBe(`/auth/login?next=${encodeURIComponent(PATH)}`))
  })

  it('says to a member that they are one', async () => {
    await visit([opened({ business: { _id: BUSINESS_ID, name: 'Alon', image: null } })], aSession())
    expect(await screen.findByText('You are already a member of this business.')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Open Alon' }).getAttribute('href')).toBe(`/b/${BUSINESS_ID}/leads/all`)
  })

  it('asks for the phone’s code first', async () => {
    const session = aSession()
    await visit([opened()], { ...session, user: { ...session.user, status: 'Pending' }, businesses: [] })
    expect((await screen.findByRole('link', { name: 'Confirm the phone' })).getAttribute('href')).toBe(
      `/auth/verify-phone?next=${encodeURIComponent(PATH)}`,
    )
  })

  it('has a page of its own when used, revoked or unknown', async () => {
    const over = { role: null, email: null, campaigns: [], message: '' }
    const used = await visit([opened({ ...over, state: 'Accepted' })])
    expect(await screen.findByRole('heading', { name: 'This invitation was already used' })).toBeDefined()
    used.unmount()
    const revoked = await visit([opened({ ...over, state: 'Revoked' })])
    expect(await screen.findByRole('heading', { name: 'This invitation was revoked' })).toBeDefined()
    revoked.unmount()
    await visit([refusal(invitationRoutes.open, 404, 'invitation_not_found')])
    expect(await screen.findByRole('heading', { name: 'Invitation not found' })).toBeDefined()
  })

  it('that has expired offers to request a new one', async () => {
    let isAsked = false
    const { user } = await visit([
      reply(invitationRoutes.open, () => ({ success: true, invitation: anOpened({ state: 'Expired', isAsked }) })),
      reply(invitationRoutes.ask, () => {
        isAsked = true
        return { success: true }
      }),
    ])
    await user.click(await screen.findByRole('button', { name: 'Request a new link' }))
    expect(await screen.findByText(/^You requested a new link/)).toBeDefined()
  })
})
