import type { Step } from '#contract/leads/automations/automation-shapes.ts'
import type { StepLog } from '#contract/leads/automations/automations.ts'
import { contentOf } from '../../server/features/automations/templates/automation-contents.ts'
import { idAt, type MadeLead } from '../../server/testing/factories.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

type Making = {
  leads: readonly MadeLead[]
  userId: string
  messageTemplates: readonly { id: string; name_en: string }[]
  began: string
  now: Date
}
type Said = Pick<StepLog, 'outcome'> & Partial<StepLog>
type Rule = {
  name: string
  isOn: boolean
  /** Without a published version the rule is a draft. */
  isDraft?: true
  content: ReturnType<typeof contentOf>
  /** Hours ago, how the run ended, and what each step did. */
  runs: readonly { hours: number; state: string; reason?: string; steps: readonly Said[] }[]
}

const done: Said = { outcome: 'done' }
const skipped = (reason: StepLog['reason']): Said => ({ outcome: 'skipped', reason })

/** Rules of the business with their runs. Those that are on concern leads that the demo makes seldom. */
function rulesOf({ messageTemplates }: Making): Rule[] {
  const idOf = () => messageTemplates.find(({ name_en }) => name_en.startsWith('Thank you'))?.id ?? ''
  const of = (template: Parameters<typeof contentOf>[0]) => contentOf(template, { idOf, language: 'he' })
  const thanks = of('thanks')
  const answer: Step = {
    ...{ id: 'e', kind: 'branch', where: { all: [{ field: 'firstResponse', op: 'empty' }] }, no: [] },
    yes: [{ id: 'f', kind: 'notify', to: 'owners', userId: null, text: 'ליד מפייסבוק מחכה למענה' }],
  }
  return [
    {
      name: 'מענה ללידים מפייסבוק',
      isOn: true,
      content: {
        ...thanks,
        conditions: {
          all: [
            { field: 'phone', op: 'notEmpty' },
            { field: 'utmSource', op: 'is', value: 'facebook' },
          ],
        },
        steps: [...thanks.steps, { id: 'd', kind: 'wait', minutes: 30 }, answer],
      },
      runs: [
        { hours: 3, state: 'done', steps: [done, done, done, { outcome: 'waits' }, { outcome: 'no' }] },
        {
          hours: 6,
          state: 'done',
          steps: [done, skipped('no_address'), done, { outcome: 'waits' }, { outcome: 'no' }],
        },
        { hours: 27, state: 'done', steps: [done, done, done, { outcome: 'waits' }, { outcome: 'yes' }, done] },
        { hours: 31, state: 'skipped', reason: 'too_soon', steps: [] },
        {
          hours: 50,
          state: 'done',
          steps: [done, skipped('message_refused'), done, { outcome: 'waits' }, { outcome: 'no' }],
        },
      ],
    },
    {
      name: 'עסקה גדולה',
      isOn: false,
      content: of('large_deal'),
      runs: [
        { hours: 70, state: 'done', steps: [done, done] },
        { hours: 75, state: 'failed', reason: 'failed', steps: [done, { outcome: 'failed' }] },
      ],
    },
    { name: 'בקשת המלצה אחרי סיום', isOn: false, isDraft: true, content: of('referral'), runs: [] },
  ]
}

/** Rows of the tables in the order in which they refer to each other. */
export function makeAutomations(businessId: string, making: Making) {
  const { leads, userId, began, now } = making
  const at = new Date(Date.parse(began) + 30 * DAY)
  const rules = rulesOf(making).map((rule, position) => ({ rule, id: idAt(at), position }))
  const newest = leads
    .filter(({ row }) => row.business_id === businessId && !row.deleted_at)
    .toSorted((one, other) => (one.row.created_at < other.row.created_at ? 1 : -1))
  const published = rules.filter(({ rule }) => !rule.isDraft)
  return [
    {
      table: 'automations' as const,
      rows: rules.map(({ rule: { name, isOn, isDraft, content }, id, position }) => ({
        ...{
          business_id: businessId,
          id,
          name,
          position,
          is_on: isOn,
          created_by: userId,
          created_at: at.toISOString(),
        },
        draft: isDraft ? JSON.stringify(content) : null,
        version: isDraft ? null : 1,
        listens: isDraft ? null : content.trigger.kind,
      })),
    },
    {
      table: 'automation_versions' as const,
      rows: published.map(({ rule, id }) => ({
        ...{ business_id: businessId, automation_id: id, version: 1, content: JSON.stringify(rule.content) },
        ...{ published_by: userId, published_at: at.toISOString() },
      })),
    },
    {
      table: 'automation_runs' as const,
      rows: published.flatMap(({ rule, id }, of) =>
        rule.runs.flatMap((run, i) => {
          const lead = newest[of * 8 + i]
          return lead ? [runOf({ businessId, id, leadId: String(lead.row.id), now }, rule, run)] : []
        }),
      ),
    },
  ]
}

type Running = { businessId: string; id: string; leadId: string; now: Date }
function runOf({ businessId, id, leadId, now }: Running, { content }: Rule, run: Rule['runs'][number]) {
  const startedAt = new Date(now.getTime() - run.hours * HOUR)
  const order = content.steps.flatMap((step) => (step.kind === 'branch' ? [step, ...step.yes] : [step]))
  const steps = run.steps.map((said, i) => ({
    ...{
      stepId: order[i]?.id ?? '',
      kind: order[i]?.kind ?? '',
      at: startedAt.toISOString(),
      reason: null,
      until: null,
    },
    ...said,
    ...(said.outcome === 'waits' && { until: new Date(startedAt.getTime() + HOUR / 2).toISOString() }),
  }))
  return {
    ...{
      business_id: businessId,
      id: idAt(startedAt),
      automation_id: id,
      version: 1,
      lead_id: leadId,
      cause_id: idAt(startedAt),
    },
    ...{ depth: 0, state: run.state, reason: run.reason ?? null, started_at: startedAt.toISOString() },
    step_id: run.state === 'failed' ? steps.at(-1)?.stepId : null,
    ended_at: new Date(startedAt.getTime() + HOUR / 2).toISOString(),
    steps: JSON.stringify(steps),
  }
}
