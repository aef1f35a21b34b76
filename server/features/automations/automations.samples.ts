import type { Step } from '#contract/leads/automations/automation-shapes.ts'
import { anAutomation } from '../../testing/routes/automation-fixtures.ts'
import { body, byParams, type Foreign, SAYS_NOTHING, type Samples, type World } from '../../testing/routes/samples.ts'

type Draft = (theirs: World) => object
const trigger: Draft = (theirs) => anAutomation({ trigger: { kind: 'status_changed', to: [theirs.status] } })
const naming: Record<string, (theirs: World) => Step> = {
  userId: (theirs) => ({ id: 'a', kind: 'assign', userId: theirs.user }),
  statusId: (theirs) => ({ id: 'a', kind: 'set_status', statusId: theirs.status }),
  templateId: (theirs) => ({ id: 'a', kind: 'send', templateId: theirs.template, language: 'he' }),
}
const where = { all: [{ field: 'tag' as const, op: 'empty' as const }] }
const branch = (id: string, side: string, steps: Step[]): Step => {
  const [yes, no] = side === 'yes' ? [steps, []] : [[], steps]
  return { id, kind: 'branch', where, yes, no }
}
/** The step itself, and within each side of a branch, and of a branch within it. */
const sides = ['', 'yes.', 'no.', 'yes.yes.', 'yes.no.', 'no.yes.', 'no.no.']
const within = (place: string, step: Step): Step => {
  const [outer, inner] = place.split('.').filter(Boolean)
  if (!outer) return step
  return branch('b', outer, [inner ? branch('c', inner, [step]) : step])
}
/** Requests with the ids of another business at each place of a content. */
const foreign = (path: string, input: (draft: Draft) => Foreign) => ({
  [`${path}.trigger.to`]: input(trigger),
  ...Object.fromEntries(
    sides.flatMap((place) =>
      Object.entries(naming).map(([name, step]) => [
        `${path}.steps.${place}${name}`,
        input((theirs) => anAutomation({ steps: [within(place, step(theirs))] })),
      ]),
    ),
  ),
})
const OWNERS = '+33333313 - 433333313'
const changing = (draft: Draft) => (theirs: World, ours: World) => ({
  params: { id: ours.automation },
  body: { draft: draft(theirs), expected: 0 },
})
const trying = (content: Draft) => (theirs: World, ours: World) => ({
  params: { id: ours.automation },
  body: { leadId: ours.lead, content: content(theirs) },
})

export const samples: Samples = {
  'automations.list': { allowed: '+33333313' },
  'automations.create': {
    allowed: '+33333313',
    request: body({ name: 'Welcome', draft: anAutomation() }),
    foreignIds: {
      ...foreign('body.draft', (draft) => (theirs) => ({ body: { name: 'Welcome', draft: draft(theirs) } })),
    },
    event: 'automation.created',
  },
  'automations.createFrom': {
    allowed: '+33333313',
    request: body({ name: 'Welcome', template: 'assign_and_call', language: 'he' }),
    event: 'automation.created',
  },
  'automations.order': {
    allowed: OWNERS,
    request: async ({ automations }) => ({
      body: { automationId: await automations.automation(), before: await automations.automation() },
    }),
    foreignIds: {
      'body.automationId': (theirs, ours) => ({ body: { automationId: theirs.automation, before: ours.automation } }),
      'body.before': (theirs, ours) => ({ body: { automationId: ours.automation, before: theirs.automation } }),
    },
  },
  'automations.get': {
    allowed: OWNERS,
    request: async ({ automations }) => ({ params: { id: await automations.automation() } }),
    foreignIds: { 'params.id': byParams('automation') },
  },
  'automations.change': {
    allowed: OWNERS,
    request: async ({ automations }) => ({
      params: { id: await automations.automation() },
      body: { name: 'Welcome', expected: 0 },
    }),
    foreignIds: {
      'params.id': byParams('automation', { name: 'Welcome', expected: 0 }),
      ...foreign('body.draft', changing),
    },
    event: 'automation.renamed',
  },
  'automations.publish': {
    allowed: OWNERS,
    request: async ({ automations }) => ({ params: { id: await automations.automation() }, body: { expected: 0 } }),
    foreignIds: { 'params.id': byParams('automation', { expected: 0 }) },
    event: 'automation.published',
  },
  'automations.pause': {
    allowed: OWNERS,
    request: async ({ automations }) => ({ params: { id: await automations.automation() }, body: { isOn: true } }),
    foreignIds: { 'params.id': byParams('automation', { isOn: true }) },
    event: 'automation.resumed',
  },
  'automations.versions': {
    allowed: OWNERS,
    request: async ({ automations }) => ({ params: { id: await automations.automation() } }),
    foreignIds: { 'params.id': byParams('automation') },
  },
  'automations.remove': {
    allowed: OWNERS,
    request: async ({ automations }) => ({ params: { id: await automations.automation() } }),
    foreignIds: { 'params.id': byParams('automation') },
    event: 'automation.deleted',
  },
  'automations.test': {
    allowed: OWNERS,
    request: async ({ automations, lead }) => ({
      params: { id: await automations.automation() },
      body: { leadId: lead, content: anAutomation() },
    }),
    heavy: true,
    foreignIds: {
      'params.id': (theirs, ours) => ({
        params: { id: theirs.automation },
        body: { leadId: ours.lead, content: anAutomation() },
      }),
      'body.leadId': (theirs, ours) => ({
        params: { id: ours.automation },
        body: { leadId: theirs.lead, content: anAutomation() },
      }),
      ...foreign('body.content', trying),
    },
  },
  'automations.runs': {
    allowed: OWNERS,
    request: async ({ automations }) => ({ params: { id: await automations.automation() } }),
    foreignIds: {
      'params.id': byParams('automation'),
      'query.leadId': SAYS_NOTHING,
    },
  },
  'automations.stopRun': {
    allowed: OWNERS,
    request: async ({ automations }) => {
      const id = await automations.automation()
      return { params: { id, runId: await automations.run(id, 'waiting') } }
    },
    foreignIds: {
      'params.id': (theirs, ours) => ({ params: { id: theirs.automation, runId: ours.automationRun } }),
      'params.runId': (theirs, ours) => ({ params: { id: ours.automation, runId: theirs.automationRun } }),
    },
    event: 'automation.run_stopped',
  },
  'automations.retryRun': {
    allowed: OWNERS,
    request: async ({ automations }) => {
      const id = await automations.automation()
      return { params: { id, runId: await automations.run(id, 'failed') } }
    },
    foreignIds: {
      'params.id': (theirs, ours) => ({ params: { id: theirs.automation, runId: ours.automationRun } }),
      'params.runId': (theirs, ours) => ({ params: { id: ours.automation, runId: theirs.automationRun } }),
    },
    event: 'automation.run_retried',
  },
}
