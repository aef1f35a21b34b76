import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { campaignRoutes } from '#contract/campaigns.ts'
import { type Invitation, invitationRoutes } from '#contract/team/invitations.ts'
import { InvitedPage } from '../../app/pages/invited-page.tsx'
import { storage } from '../../lib/storage.ts'
import { BUSINESS_ID, CAMPAIGN_ID } from '../../testing/fakes.ts'
import { asksWho, confirmIdentity } from '../../testing/identity.ts'
import { idOf, NOAM, surroundings } from '../../testing/lead-fakes.ts'
import { renderPage } from '../../testing/render.tsx'
import { type FakeReply, refusal, reply } from '../../testing/replies.ts'
import { isRecipient, splitRecipients } from './recipients.ts'

const anInvitation = (changes: Partial<Invitation> = {}): Invitation => ({
  _id: idOf(800),
  email: 'noa@example.test',
  phone: null,
  state: 'Pending',
  role: 'Writer',
  campaigns: [{ _id: CAMPAIGN_ID, name: 'מטבחים', role: 'Writer' }],
  message: '',
  language: 'he',
  invitedBy: NOAM,
  createdAt: '2026-01-05T10:00:00.000Z',
  sentAt: '2026-01-05T10:00:00.000Z',
  expiresAt: '2026-01-12T10:00:00.000Z',
  acceptedAt: null,
  askedAt: null,
  ...changes,
})
const list = (...invitations: Invitation[]) =>
  reply(invitationRoutes.list, {
    success: true,
    invitations,
    pagination: { page: 1, limit: 10, total: invitations.length, totalIsExact: true, pages: 1 },
  })
const open = (replies: FakeReply[]) =>
  renderPage(<InvitedPage />, {
    path: `/b/${BUSINESS_ID}/users/invited`,
    route: '/b/$businessId/users/invited',
    replies: [...surroundings('Owner'), ...replies],
  })
const rows = async () => {
  const section = within(await screen.findByRole('region', { name: 'Invited' }))
  return section.findAllByRole('listitem')
}

describe('recipients', () => {
  it('are parsed from pasted text', () => {
    expect(splitRecipients('Dana Levi <dana@x.test>, noa@x.test dan@x.test;\n054 123 4567\n')).toEqual([
      'dana@x.test',
      'noa@x.test',
      'dan@x.test',
      '054 123 4567',
    ])
    expect(['a@b.co', 'a@b', '@b.co', '054-1234567', '12', 'Dana'].map(isRecipient)).toEqual([
      true,
      false,
      false,
      true,
      false,
      false,
    ])
  })
})

describe('the list of invitations', () => {
  it('has its own page size, which is kept', async () => {
    storage.pageSize('invited').set(25)
    storage.pageSize('user').set(50)
    const { server } = await open([list(anInvitation())])
    await rows()
    expect(server.sentTo(invitationRoutes.list).at(-1)?.query).toMatchObject({ limit: '25' })
  })

  it('shows recipient, role, inviter and state', async () => {
    await open([
      list(
        anInvitation(),
        anInvitation({
          _id: idOf(801),
          email: null,
          phone: '+972724440111',
          state: 'Accepted',
          acceptedAt: '2026-01-06T08:00:00.000Z',
          role: 'Owner',
          campaigns: [],
        }),
        anInvitation({ _id: idOf(802), state: 'Expired', askedAt: '2026-01-13T08:00:00.000Z' }),
        anInvitation({ _id: idOf(803), state: 'Revoked' }),
      ),
    ])
    const [pending, accepted, expired, revoked] = (await rows()).map((row) => row.textContent)
    for (const words of [
      'noa@example.test',
      'Writer',
      'מטבחים',
      'Pending',
      `Invited by ${NOAM.name}`,
      'Valid until 12 Jan 2026',
    ])
      expect(pending).toContain(words)
    for (const words of ['072-444-0111', 'Owner', 'All campaigns', 'Accepted', 'Joined 6 Jan 2026'])
      expect(accepted).toContain(words)
    for (const words of ['Expired', 'New link requested']) expect(expired).toContain(words)
    expect(revoked).toContain('Revoked')
    expect(screen.getAllByRole('button', { name: /^Actions for/ })).toHaveLength(2)
  })

  it('sends a new link, and revokes after confirmation', async () => {
    const page = await open([
      list(anInvitation()),
      asksWho(invitationRoutes.resend),
      reply(invitationRoutes.revoke, { success: true, invitation: anInvitation({ state: 'Revoked' }) }),
    ])
    const { user, server } = page
    const pick = async (entry: string) => {
      await user.click(await screen.findByRole('button', { name: 'Actions for noa@example.test' }))
      await user.click(await screen.findByRole('menuitem', { name: entry }))
    }
    await pick('Send again')
    const sent = await confirmIdentity(
      page,
      reply(invitationRoutes.resend, { success: true, invitation: anInvitation() }),
    )
    expect(await screen.findByText('Sent again, with a new link')).toBeDefined()
    expect(sent()).toEqual([{}, { password: 'secret words' }])
    await pick('Revoke')
    const dialog = within(await screen.findByRole('dialog'))
    expect(server.sentTo(invitationRoutes.revoke)).toHaveLength(0)
    await user.click(dialog.getByRole('button', { name: 'Revoke' }))
    expect(await screen.findByText('The invitation was revoked')).toBeDefined()
    expect(server.sentTo(invitationRoutes.revoke)[0]?.params).toEqual({ id: idOf(800) })
  })
})

describe('the dialog', () => {
  it('accepts a pasted list, marks invalid recipients, and lists those who were skipped', async () => {
    const { user, server } = await open([
      list(),
      reply(invitationRoutes.create, {
        success: true,
        invitations: [anInvitation()],
        skipped: [{ recipient: 'dan@x.test', reason: 'member' }],
      }),
    ])
    await user.click(await screen.findByRole('button', { name: 'Invite people' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(await dialog.findByRole('button', { name: 'Send invitation' }))
    expect(await dialog.findByText('This field is required')).toBeDefined()
    const field = dialog.getByRole('textbox', { name: 'Emails or phones' })
    fireEvent.paste(field, { clipboardData: { getData: () => 'noa@example.test, dan@x.test; invalid' } })
    expect(await dialog.findByText('One entry is not an email or a phone number')).toBeDefined()
    const send = dialog.getByRole('button', { name: 'Send 2 invitations' })
    expect(send).toHaveProperty('disabled', true)
    const reasonId = send.getAttribute('aria-describedby') ?? ''
    expect(document.getElementById(reasonId)?.textContent).toBe('Correct or remove what is marked, then send')
    await user.click(dialog.getByRole('button', { name: 'Remove invalid' }))
    await user.type(dialog.getByRole('textbox', { name: 'Personal message (optional)' }), 'Hi')
    await user.click(dialog.getByRole('button', { name: 'Send 2 invitations' }))
    expect(await screen.findByText('The invitation was sent')).toBeDefined()
    expect(server.sentTo(invitationRoutes.create)[0]?.body).toEqual({
      recipients: ['noa@example.test', 'dan@x.test'],
      role: 'Writer',
      campaigns: [],
      message: 'Hi',
      language: 'en',
    })
    expect(dialog.getByText('dan@x.test')).toBeDefined()
    expect(dialog.getByText('Already a member')).toBeDefined()
  })

  it('is to the only campaign, if there is one', async () => {
    const { user, server } = await open([
      list(),
      reply(campaignRoutes.names, {
        success: true,
        campaigns: [{ _id: CAMPAIGN_ID, name: 'מטבחים', image: null, role: 'Owner', isEnabled: true }],
      }),
      reply(invitationRoutes.create, { success: true, invitations: [anInvitation()], skipped: [] }),
    ])
    await user.click(await screen.findByRole('button', { name: 'Invite people' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByRole('list', { name: 'Campaigns' })).toBeDefined()
    await user.type(await dialog.findByRole('textbox', { name: 'Emails or phones' }), 'noa@example.test{Enter}')
    await user.click(dialog.getByRole('button', { name: 'Send invitation' }))
    await screen.findByText('The invitation was sent')
    expect(server.sentTo(invitationRoutes.create)[0]?.body).toMatchObject({
      role: 'Writer',
      campaigns: [{ campaignId: CAMPAIGN_ID, role: 'Writer' }],
    })
  })

  it('marks recipients that the server rejected', async () => {
    const { user } = await open([
      list(),
      refusal(invitationRoutes.create, 422, 'invalid_input', {
        issues: [{ path: 'recipients.0', message: 'Invalid phone number' }],
      }),
    ])
    await user.click(await screen.findByRole('button', { name: 'Invite people' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(await dialog.findByRole('textbox', { name: 'Emails or phones' }), '0001234567{Enter}')
    await user.click(dialog.getByRole('button', { name: 'Send invitation' }))
    expect(await dialog.findByText('One entry is not an email or a phone number')).toBeDefined()
  })
})
