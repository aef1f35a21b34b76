import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type BlacklistEntry, blacklistRoutes } from '#contract/blacklist/blacklist.ts'
import { lastMomentOf } from '#contract/values/last-moment.ts'
import { aSession, BUSINESS_ID, CAMPAIGN_ID } from '../../testing/fakes.ts'
import { idOf, NOAM, surroundings } from '../../testing/lead-fakes.ts'
import { renderPage } from '../../testing/render.tsx'
import { type FakeReply, reply } from '../../testing/replies.ts'
import { BlacklistPage } from './blacklist-page.tsx'

const anEntry = (changes: Partial<BlacklistEntry> = {}): BlacklistEntry => ({
  _id: idOf(700),
  kind: 'number',
  phone: '+972724440111',
  campaignId: null,
  campaignName: null,
  reason: 'מטריד',
  createdBy: NOAM,
  createdAt: '2026-01-05T10:00:00.000Z',
  expiresAt: null,
  blocked: 3,
  ...changes,
})
const list = (...entries: BlacklistEntry[]) =>
  reply(blacklistRoutes.list, {
    success: true,
    entries,
    pagination: { page: 1, limit: 10, total: entries.length, totalIsExact: true, pages: 1 },
  })
const open = (replies: FakeReply[], role: 'Owner' | 'Reader' = 'Owner') =>
  renderPage(<BlacklistPage />, {
    path: `/b/${BUSINESS_ID}/settings/blacklist`,
    route: '/b/$businessId/settings/blacklist',
    replies: [...surroundings(role), ...replies],
    session: aSession({ role }),
  })

describe('the blacklist', () => {
  it('shows number, scope, expiry, reason, author and number of blocked calls', async () => {
    await open([
      list(
        anEntry(),
        anEntry({ _id: idOf(701), kind: 'prefix', phone: '+97272', campaignId: CAMPAIGN_ID, campaignName: 'Kitchens' }),
        anEntry({ _id: idOf(702), kind: 'withheld', phone: null, reason: '', expiresAt: '2026-03-01T21:59:59.000Z' }),
      ),
    ])
    const [number, prefix, withheld] = (await screen.findAllByRole('listitem')).map((item) => item.textContent)
    for (const words of ['072-444-0111', 'מטריד', 'The whole business', 'Permanently', '3 calls rejected', NOAM.name])
      expect(number).toContain(words)
    expect(prefix).toContain('Starts with +97272')
    expect(prefix).toContain('Kitchens')
    for (const words of ['Hidden numbers', 'No reason given', 'Until 1 Mar 2026']) expect(withheld).toContain(words)
  })

  it('blocks a number in a campaign until a day', async () => {
    const { user, server } = await open([
      list(anEntry()),
      reply(blacklistRoutes.create, { success: true, entry: anEntry() }),
    ])
    await user.click(await screen.findByRole('button', { name: 'Block a number' }))
    const form = within(await screen.findByRole('dialog'))
    await user.click(await form.findByRole('button', { name: 'Block' }))
    expect(await form.findByText('This field is required')).toBeDefined()
    await user.type(form.getByRole('textbox', { name: 'Phone number' }), '072-444-0111')
    await user.type(form.getByRole('textbox', { name: 'Reason' }), 'Rude')
    await user.click(form.getByRole('button', { name: 'Block' }))
    expect(await screen.findByText('Blocked')).toBeDefined()
    expect(server.sentTo(blacklistRoutes.create)[0]?.body).toEqual({
      kind: 'number',
      phone: '072-444-0111',
      campaignId: null,
      reason: 'Rude',
      expiresAt: null,
    })
  })

  it('unblocks a number; Undo restores the entry unchanged', async () => {
    const { user, server } = await open([
      list(anEntry()),
      reply(blacklistRoutes.remove, { success: true }),
      reply(blacklistRoutes.create, { success: true, entry: anEntry() }),
    ])
    await user.click(await screen.findByRole('button', { name: 'Unblock 072-444-0111' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(server.sentTo(blacklistRoutes.create)).toHaveLength(1))
    expect(server.sentTo(blacklistRoutes.remove)[0]?.params).toEqual({ id: idOf(700) })
    expect(server.sentTo(blacklistRoutes.create)[0]?.body).toEqual({
      kind: 'number',
      phone: '+972724440111',
      campaignId: null,
      reason: 'מטריד',
      expiresAt: null,
    })
  })

  it('explains itself when empty, and says who can grant the right', async () => {
    const empty = await open([list()])
    expect(await screen.findByText('No blocked numbers')).toBeDefined()
    empty.unmount()
    await open([], 'Reader')
    expect(await screen.findByText('You do not have permission for this page')).toBeDefined()
  })
})

describe('the end of a day in Israel', () => {
  it.each([
    ['2026-01-15', '2026-01-15T21:59:59.000Z'],
    ['2026-07-15', '2026-07-15T20:59:59.000Z'],
    // Days on which daylight saving time begins or ends.
    ['2026-03-27', '2026-03-27T20:59:59.000Z'],
    ['2026-10-25', '2026-10-25T21:59:59.000Z'],
  ])('of %s is %s', (day, moment) => {
    expect(lastMomentOf(day)).toBe(moment)
  })
})
