import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { type CallFlow, callFlowRoutes } from '#contract/calls/flows/call-flows.ts'
import { problemsOf } from '#contract/calls/flows/flow-problems.ts'
import type { FlowContent, FlowStep } from '#contract/calls/flows/flow-shapes.ts'
import { campaignRoutes } from '#contract/campaigns.ts'
import { aFlow, aFlowContent, aMenu, aRing, aSay, aVoicemail, FLOW_ID } from '../../../testing/call-flow-fakes.ts'
import { BUSINESS_ID } from '../../../testing/fakes.ts'
import { renderPage } from '../../../testing/render.tsx'
import { type FakeReply, refusal, reply } from '../../../testing/replies.ts'
import { CallFlowPage } from './call-flow-page.tsx'

type Sent = { draft?: FlowContent | null; name?: string; expected: number }

/** A server that keeps the flow as the real one does. */
function keeps(first: CallFlow): { replies: FakeReply[]; stored: () => CallFlow; put: (flow: CallFlow) => void } {
  let flow = first
  const one = () => ({ success: true as const, flow })
  const replies = [
    reply(callFlowRoutes.get, one),
    reply(callFlowRoutes.change, ({ body }) => {
      const { draft, name } = body as Sent
      flow = {
        ...flow,
        ...(name && { name }),
        ...(draft !== undefined && {
          draft,
          hasDraft: draft !== null,
          revision: flow.revision + 1,
          draftAt: '2026-11-22T10:38:00.000Z',
          problems: draft ? problemsOf(draft) : [],
        }),
      }
      return one()
    }),
    reply(callFlowRoutes.publish, () => {
      const version = (flow.version ?? 0) + 1
      flow = { ...flow, published: flow.draft, draft: null, hasDraft: false, version, revision: flow.revision + 1 }
      return one()
    }),
  ]
  return { replies, stored: () => flow, put: (changed) => (flow = changed) }
}

const open = async (flow = aFlow(), more: FakeReply[] = []) => {
  const kept = keeps(flow)
  const page = await renderPage(<CallFlowPage />, {
    path: `/b/${BUSINESS_ID}/settings/call-flows/${FLOW_ID}`,
    route: '/b/$businessId/settings/call-flows/$flowId',
    replies: [
      ...kept.replies,
      reply(callFlowRoutes.list, { success: true, flows: [flow] }),
      reply(callFlowRoutes.sounds, { success: true, sounds: [] }),
      reply(campaignRoutes.people, { success: true, people: [] }),
      reply(campaignRoutes.names, { success: true, campaigns: [] }),
      ...more,
    ],
  })
  await screen.findByRole('tree')
  const drafts = () => page.server.sentTo(callFlowRoutes.change).map(({ body }) => body as Sent)
  /** Waits for a draft of this kind; a slow machine may save in between. */
  const isSaved = (check: (draft: FlowContent) => void) =>
    waitFor(() => check(drafts().at(-1)?.draft ?? aFlowContent([])), { timeout: 6_000 })
  return { ...page, ...kept, drafts, isSaved }
}
const rows = () => screen.getAllByRole('treeitem')
const row = (name: RegExp) => screen.getByRole('treeitem', { name })
const idsOf = (steps: readonly FlowStep[] = []) =>
  steps.map(({ id, parent }) => (parent ? `${id} in ${parent.id} ${parent.branch}` : id))

const branched = () =>
  aFlow({
    published: aFlowContent([
      aSay('hello', 'Welcome'),
      aMenu('menu'),
      aRing('sales', { id: 'menu', branch: '1' }),
      aRing('service', { id: 'menu', branch: '2' }),
      aVoicemail('end'),
    ]),
  })

describe('the editor', () => {
  it('reads a flow as numbered sentences, with its branches as levels', async () => {
    await open(branched())
    const names = [
      '2 Play “Welcome”',
      /^3 Play “Press a key”\W*, offer 2 keys and wait 5 seconds Without a known key: repeat once\W*, then as key 1$/,
      '1 Sales also without a known key',
      '4 Ring שירה בן־דוד at once For 25 seconds · no conditions',
      '2 Service',
      '5 Ring שירה בן־דוד at once For 25 seconds · no conditions',
      '6 Play the standard text and record voicemail',
    ]
    expect(names.map((name) => rows().indexOf(screen.getByRole('treeitem', { name })))).toEqual([0, 1, 2, 3, 4, 5, 6])
    const levels = screen.getAllByRole('treeitem').map((one) => one.getAttribute('aria-level'))
    expect(levels).toEqual(['1', '1', '2', '3', '2', '3', '1'])
    screen.getByText('Published version 1')
  })

  it('saves a text by itself a second after the last letter, and counts the change', async () => {
    const { user, drafts, isSaved } = await open()
    await user.click(screen.getByRole('button', { name: '“Welcome”' }))
    const field = await screen.findByRole('textbox', { name: 'What is heard' })
    await user.clear(field)
    await user.type(field, 'Shalom')
    await isSaved((draft) =>
      expect(draft).toEqual(aFlowContent([aSay('hello', 'Shalom'), aRing('ring'), aVoicemail('end')])),
    )
    expect(drafts()[0]?.expected).toBe(1)
    await screen.findByText('1 change since version 1 of \u20682 Nov 2026\u2069 (Noam)')
    await screen.findByText(/^Saved at/)
  })

  it('moves a step by keys, into the branch above and out again, and mirrors them in Hebrew', async () => {
    const { user, isSaved } = await open(branched())
    row(/^6 /).focus()
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}')
    await isSaved(({ steps }) =>
      expect(idsOf(steps).slice(2)).toEqual(['sales in menu 1', 'service in menu 2', 'end in menu 2']),
    )
    expect(document.activeElement?.getAttribute('data-row')).toBe('end')
    await user.keyboard('{Alt>}{ArrowLeft}{/Alt}')
    await isSaved(({ steps }) => expect(idsOf(steps).at(-1)).toBe('end'))
    document.documentElement.dir = 'rtl'
    await user.keyboard('{Alt>}{ArrowLeft}{/Alt}')
    document.documentElement.dir = 'ltr'
    await isSaved(({ steps }) => expect(idsOf(steps).at(-1)).toBe('end in menu 2'))
    await user.keyboard('{Alt>}{ArrowUp}{ArrowUp}{/Alt}')
    await isSaved(({ steps }) =>
      expect(idsOf(steps).slice(2)).toEqual(['sales in menu 1', 'end in menu 1', 'service in menu 2']),
    )
  })

  it('goes by arrows, closes a branch with Space, edits with Enter, deletes and undoes', async () => {
    const { user, isSaved } = await open(branched())
    row(/^2 Play/).focus()
    await user.keyboard('{ArrowDown}{ArrowDown} ')
    expect(row(/^1 Sales/).getAttribute('aria-expanded')).toBe('false')
    expect(screen.queryByRole('treeitem', { name: /^4 / })).toBeNull()
    await user.keyboard('{End}{Enter}')
    await screen.findByRole('textbox', { name: 'What is heard' })
    await user.keyboard('{Escape}')
    row(/^3 /).focus()
    await user.keyboard('{Delete}')
    expect(rows()).toHaveLength(2)
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await isSaved(({ steps }) =>
      expect(steps.map(({ id }) => id)).toEqual(['hello', 'menu', 'sales', 'service', 'end']),
    )
  })

  it('adds a step between two, and steps of a removed key go with it until Undo', async () => {
    const { user, isSaved } = await open(branched())
    await user.click(within(row(/^2 Play/)).getByRole('button', { name: 'Add a step here' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Check if open' }))
    await isSaved(({ steps }) =>
      expect(steps.map(({ kind }) => kind)).toEqual(['say', 'open', 'menu', 'ring', 'ring', 'voicemail']),
    )
    await user.click(screen.getByRole('button', { name: '2 keys' }))
    await user.click(await screen.findByRole('button', { name: 'Remove key 2' }))
    await isSaved(({ steps }) => expect(steps.map(({ id }) => id)).not.toContain('service'))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await isSaved(({ steps }) => expect(steps.map(({ id }) => id)).toContain('service'))
  })
})

describe('problems', () => {
  it('a branch that does not end is named, blocks publishing, and is ended from there', async () => {
    const flow = branched()
    const draft = aFlowContent(flow.published?.steps.slice(0, -1) ?? [])
    const { user, server, drafts } = await open({ ...flow, draft, hasDraft: true })
    expect(screen.getAllByRole('treeitem', { name: /^The branch does not end/ })).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: 'Before publishing: The branch does not end' }))
    const missing = document.activeElement as HTMLElement
    expect(missing.getAttribute('data-row')).toBe('end of menu 1')
    await user.click(within(missing).getByRole('button', { name: 'Voicemail' }))
    await user.click(within(row(/^The branch/)).getByRole('button', { name: 'Hang up' }))
    await user.click(await screen.findByRole('button', { name: 'Publish version 2' }))
    await waitFor(() => expect(server.sentTo(callFlowRoutes.publish)).toHaveLength(1))
    expect(server.sentTo(callFlowRoutes.publish)[0]?.body).toEqual({ expected: drafts().length + 1 })
    expect(
      drafts()
        .at(-1)
        ?.draft?.steps.map(({ kind }) => kind),
    ).toContain('hangup')
    await screen.findByText('Version 2 is published. Calls in progress are not affected.')
  })

  it('a number is asked for before a call is forwarded to it', async () => {
    const draft = aFlowContent([aSay('hello', 'Welcome')])
    const { user, isSaved } = await open(aFlow({ draft, hasDraft: true }))
    await user.click(within(row(/^The branch/)).getByRole('button', { name: 'Another number' }))
    const field = await screen.findByRole('textbox', { name: 'Phone number' })
    await user.type(field, '05')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add the step' }).disabled).toBe(true)
    await user.type(field, '0-123-4567')
    await user.click(screen.getByRole('button', { name: 'Add the step' }))
    await isSaved(({ steps }) =>
      expect(steps.at(-1)).toMatchObject({ kind: 'forward', phone: '050-123-4567', seconds: 25 }),
    )
  })
})

describe('two editors, and a lost connection', () => {
  const change = async (user: Awaited<ReturnType<typeof open>>['user']) => {
    row(/^2 Play/).focus()
    await user.keyboard('{Delete}')
  }
  const theirs = () =>
    aFlow({
      ...{ revision: 5, hasDraft: true, draftBy: { _id: BUSINESS_ID, name: 'Dana', image: null } },
      draft: aFlowContent([aSay('theirs', 'Theirs'), aVoicemail('end')]),
    })

  it('shows who changed the flow meanwhile, and theirs', async () => {
    const { user, server, put } = await open()
    server.use(refusal(callFlowRoutes.change, 409, 'changed_meanwhile'))
    put(theirs())
    await change(user)
    await screen.findByText('Dana changed the flow meanwhile.', undefined, { timeout: 4_000 })
    await user.click(screen.getByRole('button', { name: 'Show what is saved' }))
    expect(rows()).toHaveLength(2)
    screen.getByRole('button', { name: '“Theirs”' })
  })

  it('or keeps mine, by the revision that is stored now', async () => {
    const { user, server, put, replies, drafts } = await open()
    server.use(refusal(callFlowRoutes.change, 409, 'changed_meanwhile'))
    put(theirs())
    await change(user)
    await screen.findByText('Dana changed the flow meanwhile.', undefined, { timeout: 4_000 })
    for (const one of replies) server.use(one)
    await user.click(screen.getByRole('button', { name: 'Continue with my changes' }))
    await waitFor(() => expect(drafts().at(-1)?.expected).toBe(5))
    expect(idsOf(drafts().at(-1)?.draft?.steps)).toEqual(['ring', 'end'])
    await screen.findByText(/^Saved at/)
  })

  it('keeps what could not be saved, and saves it once the connection is back', async () => {
    const { user, server, replies, drafts } = await open()
    server.use({ route: callFlowRoutes.change, answer: () => Promise.reject(new TypeError('Failed to fetch')) })
    await change(user)
    await screen.findByText(/^No connection/, undefined, { timeout: 4_000 })
    for (const one of replies) server.use(one)
    fireEvent(window, new Event('online'))
    await screen.findByText(/^Saved at/)
    expect(idsOf(drafts().at(-1)?.draft?.steps)).toEqual(['ring', 'end'])
  })

  it('saves before the page is left', async () => {
    const { user, router, drafts } = await open()
    await change(user)
    await act(() => router.navigate({ to: '/elsewhere' }))
    expect(drafts()).toHaveLength(1)
    expect(router.state.location.pathname).toBe('/elsewhere')
  })

  it('asks before what could not be saved is lost', async () => {
    const { user, server, router } = await open()
    server.use(refusal(callFlowRoutes.change, 500, 'internal'))
    await change(user)
    void router.navigate({ to: '/elsewhere' })
    await user.click(await screen.findByRole('button', { name: 'Stay on the page' }))
    expect(router.state.location.pathname).toContain(FLOW_ID)
    vi.restoreAllMocks()
  })
})

describe('versions', () => {
  it('names what changed in words, and restores a version as a draft', async () => {
    const flow = aFlow()
    const version = {
      version: 1,
      publishedAt: '2026-11-02T08:00:00.000Z',
      publishedBy: flow.publishedBy,
      content: aFlowContent([aSay('hello', 'Good morning'), aVoicemail('end')]),
    }
    const { user, isSaved } = await open(
      aFlow({ draft: aFlowContent([aRing('ring'), aSay('hello', 'Hello'), aVoicemail('end')]), hasDraft: true }),
      [reply(callFlowRoutes.versions, { success: true, versions: [version] })],
    )
    await user.click(screen.getByRole('button', { name: 'What changed' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'What changed' }))
    const found = (await dialog.findAllByRole('listitem')).map(({ textContent }) =>
      textContent?.replaceAll(/[\u2066-\u2069]/g, ''),
    )
    expect(found).toEqual(['ChangedPlay “Welcome”Play “Hello”', 'MovedPlay “Hello”'])
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'Versions' }))
    await user.click(await screen.findByRole('button', { name: 'Compare with now' }))
    screen.getByText('Deleted step')
    await user.click(screen.getByRole('button', { name: 'Restore as draft' }))
    await isSaved((saved) => expect(saved).toEqual(version.content))
  })

  it('discards the draft once asked', async () => {
    const { user, drafts } = await open(
      aFlow({ draft: aFlowContent([aVoicemail('end')]), hasDraft: true, draftAt: '2026-11-22T10:38:00.000Z' }),
    )
    await user.click(screen.getByRole('button', { name: 'Discard draft' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Discard draft' }))
    await waitFor(() => expect(drafts()).toEqual([{ draft: null, expected: 1 }]))
    await waitFor(() => expect(rows()).toHaveLength(3))
  })
})
