import type { AlarmKind } from '#contract/events/calls/alarms.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import type { Deps } from '../../deps.ts'
import { emit } from '../../platform/events/emit.ts'
import { readablePhone } from '../../platform/phones.ts'
import { alarmMails } from './alarm-mails.service.ts'
import * as queries from './alarms.queries.ts'
import * as rules from './alarms.rules.ts'

const DAY_MS = 86_400_000
const before = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)

/** An alarm that holds, with what its notification says. */
export type HeldAlarm = {
  kind: keyof typeof rules.eventOfAlarm
  subject: string
  name: string
  count: number
  since?: string
  /** It holds, and is not said. */
  isSilent?: boolean
}

/** Alarms that are looked for while the business is open. */
const whileOpen: readonly AlarmKind[] = [
  'number_quiet',
  'number_test_failed',
  'form_quiet',
  'campaign_quiet',
  'phone_unanswered',
]

/**
 * Raises the alarms of a business that began to hold, each once, and forgets those that ended. Runs while the business is
 * open: out of hours nothing is expected.
 */
export async function raiseAlarms(deps: Deps, businessId: string) {
  await raise(deps, businessId, { held: await listHeld(deps, businessId, deps.now()), kinds: whileOpen })
}

type Found = { held: readonly HeldAlarm[]; kinds: readonly AlarmKind[] }
/** Stores which alarms of these kinds hold, and says those that begin to. */
export async function raise(deps: Deps, businessId: string, { held, kinds }: Found) {
  await deps.workerDb.transaction().execute(async (tx) => {
    const raised = await queries.replaceAlarms(tx, businessId, {
      held: held.map(({ kind, subject }) => ({ kind, subject })),
      kinds,
      now: deps.now(),
    })
    for (const alarm of held) {
      if (alarm.isSilent || !raised.some(({ kind, subject }) => kind === alarm.kind && subject === alarm.subject))
        continue
      const { kind, name, count, since } = alarm
      const eventId = await emit(tx, { kind: 'system', businessId }, rules.eventOfAlarm[kind], {
        campaignId: ALL_CAMPAIGNS,
        count,
        ...(since && { since }),
        personal: { name },
      })
      await alarmMails(tx, deps, { businessId, eventId, alarm })
    }
  })
}

/** A number is called by its label, with its phone. */
const nameOf = ({ name, phone }: Pick<rules.Source, 'name' | 'phone'>) =>
  [name, phone && (name ? `(${readablePhone(phone)})` : readablePhone(phone))].filter(Boolean).join(' ')

async function listHeld({ workerDb }: Deps, businessId: string, now: Date): Promise<HeldAlarm[]> {
  const [sources, tests, phones] = await Promise.all([
    queries.listSources(workerDb, businessId, { from: before(now, rules.WINDOW_DAYS), now }),
    queries.listFailedTests(workerDb, businessId),
    queries.listUnanswered(workerDb, businessId, {
      from: before(now, rules.UNANSWERED_DAYS),
      lately: before(now, rules.RUNG_LATELY_DAYS),
      calls: rules.UNANSWERED_CALLS,
      onDays: rules.UNANSWERED_ON_DAYS,
    }),
  ])
  return [
    ...rules.quietAmong(sources).map((source) => ({
      kind: source.kind,
      subject: source.subject,
      name: nameOf(source),
      count: rules.expectedOf(source),
      since: new Date(source.lastAt).toISOString(),
    })),
    ...tests.map((test) => ({
      kind: 'number_test_failed' as const,
      subject: test.subject,
      name: nameOf(test),
      count: test.count,
      since: new Date(test.since).toISOString(),
    })),
    ...phones.map(({ subject, userName, phone, calls }) => ({
      kind: 'phone_unanswered' as const,
      subject,
      name: [userName, phone && readablePhone(phone)].filter(Boolean).join(', '),
      count: calls,
    })),
  ]
}
