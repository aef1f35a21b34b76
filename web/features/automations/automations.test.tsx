import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { AutomationContent } from '#contract/leads/automations/automation-shapes.ts'
import { type Automation, type AutomationRun, automationRoutes } from '#contract/leads/automations/automations.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { type MessageTemplate, messageTemplateRoutes } from '#contract/leads/messages/message-templates.ts'
import { BUSINESS_ID, CAMPAIGN_ID, USER_ID } from '../../testing/fakes.ts'
import { aLead, aPage, surroundings } from '../../testing/lead-fakes.ts'
import { openApp } from '../../testing/open-app.tsx'
import { type FakeReply, refusal, reply } from '../../testing/replies.ts'

const ID = '018f0000-0000-7000-8000-0000000000a1'
const LEAD_ID = '018f0000-0000-7000-8000-0000000000a3'
const RUN = '018f0000-0000-7000-8000-0000000000a2'
const list = `/b/${BUSINESS_ID}/settings/automations`
const content: AutomationContent = {
  trigger: { kind: 'lead_created' },
  conditions: { all: [{ field: 'phone', op: 'notEmpty' }] },
  exit: null,
  oncePerLead: false,
  steps: [{ id: 'a', kind: 'wait', minutes: 90 }],
}
const anAutomation = (changes: Partial<Automation> = {}): Automation => ({
  ...{ _id: ID, name: 'Welcome', isOn: true, version: 3, publishedAt: '2026-11-01T08:00:00Z', hasDraft: false },
  publishedBy: { _id: USER_ID, name: 'Shira', image: null },
  ...{ isOwnerGone: false, lastRunAt: '2026-11-20T08:00:00Z' },
  counts: { waiting: 1, done: 4, skipped: 2, failed: 1 },
  ...{ published: content, draft: null, revision: 5, ...changes },
})
const run: AutomationRun = {
  ...{ _id: RUN, version: 3, state: 'failed', reason: 'failed', startedAt: '2026-11-20T08:00:00Z' },
  ...{ endedAt: '2026-11-20T08:00:00Z', dueAt: null },
  lead: { _id: CAMPAIGN_ID, name: 'Dana Levi', campaignId: CAMPAIGN_ID },
  steps: [
    { stepId: 'a', kind: 'wait', at: '2026-11-20T08:00:00Z', outcome: 'skipped', reason: 'no_address', until: null },
  ],
}
const thanks: MessageTemplate = {
  ...{ _id: RUN, nameHe: 'תודה', nameEn: 'Thanks', channel: 'sms', purpose: 'service', revision: 0 },
  contents: { he: null, en: { subject: null, text: 'Hello {{lead.firstName}}' } },
  account: null,
  updatedAt: '2026-11-01T08:00:00Z',
}
const replies = (more: FakeReply[] = []): FakeReply[] => [
  ...surroundings(),
  reply(automationRoutes.list, { success: true, automations: [anAutomation()] }),
  reply(automationRoutes.get, { success: true, automation: anAutomation() }),
  reply(automationRoutes.runs, { success: true, runs: [run] }),
  reply(automationRoutes.versions, { success: true, versions: [] }),
  reply(messageTemplateRoutes.list, { success: true, templates: [thanks] }),
  reply(leadRoutes.list, aPage([aLead(1)])),
  ...more,
]
const openEditor = (more: FakeReply[] = [], search = '') =>
  openApp(`${list}/${ID}${search}`, { replies: replies(more) })

describe('the list', () => {
  it('shows runs and failures, and switches off at once with Undo', async () => {
    const pause = reply(automationRoutes.pause, { success: true, automation: anAutomation({ isOn: false }) })
    const { user, server } = await openApp(list, { replies: replies([pause]) })
    const row = within((await screen.findByRole('link', { name: 'Welcome' })).closest('li') as HTMLElement)
    row.getByText('8 runs, 1 waiting, 2 skipped')
    row.getByText('1 failed')
    await user.click(row.getByRole('switch', { name: 'Switch on: Welcome' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(server.sentTo(automationRoutes.pause).map(({ body }) => body)).toEqual([{ isOn: false }, { isOn: true }]),
    )
  })

  it('starts from a template that a search finds, and opens its draft', async () => {
    const made = reply(automationRoutes.createFrom, { success: true, automation: anAutomation({ version: null }) })
    const { user, server, at } = await openApp(list, { replies: replies([made]) })
    await user.click(await screen.findByRole('button', { name: 'New automation' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New automation' }))
    await dialog.findByText('15 templates')
    await user.type(dialog.getByRole('searchbox'), 'missed')
    await waitFor(() => expect(dialog.queryByText('Large deal')).toBeNull())
    await user.click(dialog.getByRole('button', { name: /^Missed call/ }))
    await waitFor(() => expect(at()).toBe(`${list}/${ID}`))
    expect(server.sentTo(automationRoutes.createFrom).map(({ body }) => body)).toEqual([
      { name: 'Missed call', template: 'missed_call', language: 'en' },
    ])
  })
})

describe('the editor', () => {
  it('says the rule in sentences; a new step asks for what is missing, and publishing saves first', async () => {
    const saved = anAutomation({ draft: content, hasDraft: true, revision: 6 })
    const { user, server } = await openEditor([
      reply(automationRoutes.change, { success: true, automation: saved }),
      reply(automationRoutes.publish, { success: true, automation: anAutomation({ version: 4, revision: 7 }) }),
    ])
    const when = within(await screen.findByRole('region', { name: 'When' }))
    when.getByText('A new lead arrives')
    await within(screen.getByRole('region', { name: 'If' })).findByText('Phone', { exact: false })
    const then = within(screen.getByRole('region', { name: 'Then' }))
    then.getByRole('button', { name: '90 minutes' })
    const publish = screen.getByRole('button', { name: 'Publish' })
    expect(publish.hasAttribute('disabled')).toBe(true)
    await user.click(then.getByRole('button', { name: 'Add a step' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Send an SMS or an email' }))
    await screen.findByText('A step is incomplete: the parts in red')
    expect(publish.hasAttribute('disabled')).toBe(true)
    await user.click(await screen.findByRole('option', { name: /Thanks/ }))
    await waitFor(() => expect(publish.hasAttribute('disabled')).toBe(false))
    await user.click(publish)
    await waitFor(() =>
      expect(server.sentTo(automationRoutes.publish).map(({ body }) => body)).toEqual([{ expected: 6 }]),
    )
    expect(server.sentTo(automationRoutes.change).map(({ body }) => body)).toEqual([
      {
        draft: { ...content, steps: [...content.steps, { id: 's2', kind: 'send', templateId: RUN, language: 'en' }] },
        expected: 5,
      },
    ])
  })

  it('keeps what is typed when another person saved meanwhile', async () => {
    const { user } = await openEditor([refusal(automationRoutes.change, 409, 'changed_meanwhile')])
    await user.click(await screen.findByRole('switch', { name: 'Once per lead' }))
    await user.click(screen.getByRole('button', { name: 'Save draft' }))
    await screen.findByText('The automation was changed elsewhere in the meantime')
    expect(screen.getByRole('switch', { name: 'Once per lead' })).toHaveProperty('checked', true)
  })

  it('tries the text as it stands on a lead, and explains each condition and step', async () => {
    const tried = {
      ...{ success: true as const, fits: false, conditions: [false] },
      steps: [{ ...run.steps[0], said: null } as never],
    }
    const { user, server } = await openEditor([reply(automationRoutes.test, tried)])
    const panel = within(await screen.findByRole('region', { name: 'Try on a lead' }))
    await user.click(panel.getByRole('button', { name: /Lead to try on/ }))
    await user.click(await screen.findByRole('option', { name: /Lead 1/ }))
    await panel.findByText('Does not hold')
    panel.getByText(/does not fit the conditions/)
    panel.getByText('Skipped: the lead has no phone or email')
    expect(server.sentTo(automationRoutes.test)[0]?.body).toMatchObject({ content })
  })

  it('lists runs with their reasons, of one lead if the address says so, and tries a failed one again', async () => {
    const again = reply(automationRoutes.retryRun, { success: true, run: { ...run, state: 'running', reason: null } })
    const { user, server, at } = await openEditor([again], `?lead=${LEAD_ID}`)
    await screen.findByRole('link', { name: 'Dana Levi' })
    expect(server.sentTo(automationRoutes.runs)[0]?.query).toEqual({ leadId: LEAD_ID })
    await user.click(screen.getByRole('button', { name: 'Steps of the run: Dana Levi' }))
    await user.click(screen.getByRole('button', { name: 'Try again from the failed step' }))
    await waitFor(() => expect(server.sentTo(automationRoutes.retryRun)).toHaveLength(1))
    await user.click(screen.getByRole('button', { name: /Failed runs/ }))
    await waitFor(() => expect(at()).toBe(`${list}/${ID}?lead=${LEAD_ID}&runs=failed`))
  })
})
