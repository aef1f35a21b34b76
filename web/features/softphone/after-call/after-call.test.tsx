import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { RingingCall } from '#contract/calls/softphone.ts'
import { commentRoutes } from '#contract/leads/comments/comments.ts'
import { followUpRoutes } from '#contract/leads/follow-ups/follow-ups.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { workingHoursRoutes } from '#contract/working-hours/working-hours.ts'
import { storage } from '../../../lib/storage.ts'
import { ATTEMPTING, aLead, NEW, WON } from '../../../testing/lead-fakes.ts'
import { refusal, reply } from '../../../testing/replies.ts'
import {
  fakePhones,
  incoming,
  known,
  LEAD_ID,
  Line,
  ringingCall,
  talk,
  wait,
} from '../../../testing/softphone-fakes.tsx'
import { SoftphoneDock } from '../softphone-dock.tsx'

beforeEach(fakePhones)

const NAMELESS: RingingCall = { ...ringingCall, lead: { _id: LEAD_ID, name: '' } }
const surroundings = [
  reply(leadRoutes.change, { success: true, lead: aLead(1) }),
  reply(commentRoutes.add, { success: true, item: {} as never }),
  reply(followUpRoutes.set, { success: true, followUp: {} as never }),
  reply(workingHoursRoutes.at, { success: true, state: { isOpen: true } as never }),
]
const form = () => screen.findByRole('form', { name: 'After the call' })
const hasForm = () => screen.queryByRole('form', { name: 'After the call' }) !== null

async function ended(call: RingingCall = NAMELESS) {
  const world = await talk(<SoftphoneDock />, call, surroundings)
  world.line.hear({ t: 'ended', call: 'c1', code: 200 })
  return world
}
const kept = () => JSON.parse(storage.callsToNote.get() ?? '[]')

describe('after a conversation', () => {
  test('one press saves name, status, note and the next call', async () => {
    const { page } = await ended()
    const { user, server } = page
    const inForm = within(await form())
    await user.type(inForm.getByLabelText('Name'), 'Dana Mor')
    await user.click(await inForm.findByRole('button', { name: 'Attempting' }))
    await user.type(inForm.getByLabelText('Note'), 'Wants oak')
    await user.click(inForm.getByRole('button', { name: 'In an hour' }))
    const before = Date.now()
    await user.click(inForm.getByRole('button', { name: /^Save/ }))
    await waitFor(() => expect(hasForm()).toBe(false))
    expect(server.sentTo(leadRoutes.change)).toMatchObject([
      {
        params: { id: LEAD_ID },
        body: { name: 'Dana Mor', statusId: ATTEMPTING._id, expected: { name: '', statusId: NEW._id } },
      },
    ])
    expect(server.sentTo(commentRoutes.add)).toMatchObject([{ params: { id: LEAD_ID }, body: { text: 'Wants oak' } }])
    const [followUp] = server.sentTo(followUpRoutes.set).map(({ body }) => body as { action: string; dueAt: string })
    expect(followUp?.action).toBe('Call Back')
    expect(Math.abs(Date.parse(followUp?.dueAt ?? '') - before - 3_600_000)).toBeLessThan(120_000)
    expect(storage.callsToNote.get()).toBeNull()
    await screen.findByText('The call was noted')
  })

  test('what the status asks is asked here, and a press again takes it back', async () => {
    const { page } = await ended()
    const inForm = within(await form())
    const won = await inForm.findByRole('button', { name: 'Won' })
    await page.user.click(won)
    await page.user.type(inForm.getByLabelText('Sale amount'), '12500')
    await page.user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(hasForm()).toBe(false))
    expect(page.server.sentTo(leadRoutes.change)).toMatchObject([{ body: { statusId: WON._id, value: 1_250_000 } }])
    expect(page.server.sentTo(commentRoutes.add)).toEqual([])
  })

  test('nothing entered is nothing to save; dismissed notes can be brought back', async () => {
    const { page } = await ended()
    const save = within(await form()).getByRole('button', { name: /^Save/ }) as HTMLButtonElement
    expect(save.disabled).toBe(true)
    await page.user.keyboard('{Shift>}[KeyN]{/Shift}')
    await page.user.keyboard('Call her mother')
    await page.user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(hasForm()).toBe(false)
    await page.user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect((within(await form()).getByLabelText('Note') as HTMLTextAreaElement).value).toBe('Call her mother')
  })

  test('what was refused stays with its reason, what was saved is not sent again', async () => {
    const { page } = await ended()
    const { user, server } = page
    server.use(refusal(commentRoutes.add, 403, 'forbidden'))
    const inForm = within(await form())
    await user.click(await inForm.findByRole('button', { name: 'Attempting' }))
    await user.type(inForm.getByLabelText('Note'), 'Wants oak')
    await user.click(inForm.getByRole('button', { name: /^Save/ }))
    await inForm.findByRole('alert')
    expect((inForm.getByLabelText('Note') as HTMLTextAreaElement).value).toBe('Wants oak')
    server.use(reply(commentRoutes.add, { success: true, item: {} as never }))
    await user.click(inForm.getByRole('button', { name: /^Save/ }))
    await waitFor(() => expect(hasForm()).toBe(false))
    expect(server.sentTo(leadRoutes.change)).toHaveLength(1)
    const keys = server.sentTo(commentRoutes.add).map(({ headers }) => headers.get('idempotency-key'))
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size, 'the same request').toBe(1)
  })
})

describe('the form', () => {
  test('is kept while the page is loaded again, with what was typed', async () => {
    const { page } = await ended()
    await page.user.type(within(await form()).getByLabelText('Note'), 'Wants oak')
    page.unmount()
    Line.open = []
    await wait(<SoftphoneDock />, NAMELESS, surroundings)
    expect((within(await form()).getByLabelText('Note') as HTMLTextAreaElement).value).toBe('Wants oak')
  })

  test('waits under the next call, and comes back after it', async () => {
    const { page, line } = await ended()
    await page.user.type(within(await form()).getByLabelText('Note'), 'Wants oak')
    const next = { ...incoming, call: 'c2', params: { callId: '018f0000-0000-7000-8000-0000000000e8' } }
    line.hear(next)
    const answer = await screen.findByRole('button', { name: /Answer/ })
    expect((within(await form()).getByLabelText('Note') as HTMLTextAreaElement).value, 'while it rings').toBe(
      'Wants oak',
    )
    await page.user.click(answer)
    await waitFor(() => expect(hasForm()).toBe(false))
    screen.getByText('To be noted:')
    line.hear({ t: 'ended', call: 'c2', code: 200 })
    expect((within(await form()).getByLabelText('Note') as HTMLTextAreaElement).value).toBe('Wants oak')
  })

  test.each<[string, RingingCall]>([
    ['a caller who withholds the number', { ...ringingCall, caller: null, lead: null, known: null }],
    ['a lead that the person may not change', { ...ringingCall, known: { ...known, canEdit: false } }],
    ['a lead that the person may not read', { ...ringingCall, known: null }],
    ['a test call', { ...ringingCall, isTest: true }],
  ])('is not shown for %s', async (_what, call) => {
    await ended(call)
    await waitFor(() => expect(kept()).toHaveLength(1))
    expect(hasForm()).toBe(false)
  })

  test('is not shown for a call that was not answered here', async () => {
    const { line } = await wait(<SoftphoneDock />, ringingCall, surroundings)
    line.hear(incoming)
    await screen.findByRole('button', { name: /Answer/ })
    line.hear({ t: 'cancel', call: 'c1' })
    await waitFor(() => expect(screen.queryByRole('button', { name: /Answer/ })).toBeNull())
    expect(kept()).toEqual([])
  })
})
