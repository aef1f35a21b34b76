import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { leadWhyRoutes, type LeadWhy as Why } from '#contract/leads/history/lead-why.ts'
import { aLead, idOf } from '../../../testing/lead-fakes.ts'
import { renderPage } from '../../../testing/render.tsx'
import { reply } from '../../../testing/replies.ts'
import { LeadWhy } from './lead-why.tsx'

const at = '2026-11-22T10:40:00.000Z'
const noa = { _id: idOf(1), name: 'Noa Barzilai', image: null }
const yossi = { _id: idOf(2), name: 'Yossi Levi', image: null }

const why: Why = {
  arrivals: [
    {
      ...{ _id: idOf(11), at, channel: 'api', by: null, keyName: 'Website', formName: null, number: null, file: null },
      ...{ source: 'google_ads', campaign: 'Kitchens', placedBy: 'key', whilePaused: true, fate: 'marked' },
      ...{ known: { _id: idOf(12), name: 'Dana before' }, assigned: null, raw: '{"name":"Dana"}' },
    },
    {
      ...{ _id: idOf(13), at, channel: 'form', by: null, keyName: null, formName: 'Landing', number: null, file: null },
      ...{ source: 'website', campaign: 'Kitchens', placedBy: 'form', whilePaused: false, fate: 'created' },
      ...{ known: null, assigned: { user: noa, isSender: false }, raw: null },
    },
  ],
  acts: [
    {
      ...{ _id: idOf(21), at, event: 'lead.changed', by: null, keyName: null, formName: null, cause: 'answered' },
      changes: { assignedTo: [null, 'Yossi Levi'] },
    },
    { _id: idOf(22), at, event: 'lead.deleted', by: noa, keyName: null, formName: null, cause: 'expired' },
  ],
  notices: [
    {
      ...{ _id: idOf(31), at, action: 'receiving_a_lead', isSilent: false, isExplained: true },
      people: [
        {
          ...{ user: noa, address: null },
          outcomes: [
            { channel: 'app', state: 'arrived', at, reason: null },
            { channel: 'mail', state: 'failed', at, reason: 'day_limit' },
          ],
        },
        {
          ...{ user: yossi, address: null },
          outcomes: [
            { channel: 'app', state: 'skipped', at: null, reason: 'off' },
            { channel: 'mail', state: 'skipped', at: null, reason: 'off' },
            { channel: 'sms', state: 'skipped', at: null, reason: 'no_address' },
          ],
        },
      ],
    },
    {
      ...{ _id: idOf(32), at, action: 'repeat_enquiry', isSilent: false, isExplained: false },
      people: [],
    },
  ],
  more: { arrivals: false, acts: false, notices: false },
}

const open = (shown: Why = why) =>
  renderPage(<LeadWhy lead={aLead(7)} opened onClose={vi.fn()} />, {
    replies: [reply(leadWhyRoutes.get, () => ({ success: true as const, why: shown }))],
  })
const part = async (name: string) => within(await screen.findByRole('region', { name }))

it('says what sent each enquiry, what was decided about it, and shows its data', async () => {
  await open()
  const arrivals = await part('How the lead came')
  arrivals.getByText('Through the API')
  arrivals.getByText('The key is limited to this campaign')
  arrivals.getByText(/marked as a duplicate/)
  arrivals.getByRole('link', { name: /Dana before/ })
  arrivals.getByText('The campaign was paused')
  arrivals.getByText(/"name": "Dana"/)
  arrivals.getByText(/no longer kept, or you may not see it/)
  arrivals.getByText('Noa Barzilai')
})

it('groups channels with one reason, and lists apart who was not notified', async () => {
  await open()
  const notices = await part('Who was notified')
  const rows = notices.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows).toContain('In the app · delivered 22 Nov 2026, 12:40')
  expect(rows).toContain("Email · sending failed, 22 Nov 2026, 12:40 (Today's message limit is reached)")
  expect(rows).toContain('In the app, Email · not sent: switched off in their own settings')
  expect(rows).toContain('SMS · not sent: no address or phone')
  notices.getByText('Not notified')
  notices.getByText(/it is kept for 30 days/)
})

it('gives each change its cause, and marks those without a person', async () => {
  await open()
  const acts = await part('What changed and why')
  const rows = acts.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows).toEqual([
    expect.stringMatching(/^Assignment changed.*Automatic after an answered call$/),
    expect.stringMatching(/^Moved to the trash.*Noa Barzilai part of an action whose details are no longer kept$/),
  ])
})

it('says so where there is nothing', async () => {
  await open({ ...why, acts: [], notices: [] })
  const [acts, notices] = [await part('What changed and why'), await part('Who was notified')]
  acts.getByText('Nothing has changed yet.')
  notices.getByText(/nothing to notify anyone of/)
})

it('loads more of a part that has older items, and keeps what it shows meanwhile', async () => {
  const limits: unknown[] = []
  const { user } = await renderPage(<LeadWhy lead={aLead(7)} opened onClose={vi.fn()} />, {
    replies: [
      reply(leadWhyRoutes.get, ({ query }) => {
        limits.push(query.limit)
        return { success: true as const, why: { ...why, more: { ...why.more, acts: limits.length === 1 } } }
      }),
    ],
  })
  const acts = await part('What changed and why')
  expect((await part('Who was notified')).queryByRole('button', { name: 'Load more' })).toBeNull()
  await user.click(acts.getByRole('button', { name: 'Load more' }))
  expect(acts.getAllByRole('listitem').length).toBeGreaterThan(0)
  await waitFor(() => expect(acts.queryByRole('button', { name: 'Load more' })).toBeNull())
  expect(limits.map(Number)).toEqual([50, 100])
})
