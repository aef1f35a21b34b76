import { UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { AUTOMATION_RUNS_LISTED, type Automation, type RunState } from '#contract/leads/automations/automations.ts'
import { formatNumber } from '../../../lib/i18n/format.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import segments from '../../../ui/layout/segments.module.css'
import { FilterChip } from '../../../ui/list/filter-chip.tsx'
import { automationsQuery, runsOf, runsQuery, versionsQuery } from '../automations.api.ts'
import type { Names } from '../sentences/sentences.ts'
import { RunRow } from './run-row.tsx'
import classes from './runs.module.css'

const filters = ['waiting', 'done', 'skipped', 'failed'] as const satisfies readonly RunState[]

type Props = {
  automation: Automation
  names: Names
  /** The state that is shown; undefined: all. */
  state: RunState | undefined
  onState: (state: RunState | undefined) => void
  /** Of one lead only. */
  leadId: string | undefined
  onAllLeads: () => void
}

/** The newest runs, each with the reason of how it went. */
export function Runs({ automation, names, state, onState, leadId, onAllLeads }: Props) {
  const { t } = useTranslation('automations')
  const { businessId } = useBusiness()
  const { _id: id } = automation
  const { data, error, refetch } = useQuery(runsQuery(businessId, id, { state, leadId }))
  const { data: list } = useQuery(automationsQuery(businessId))
  const { data: versions } = useQuery({ ...versionsQuery(businessId, id), enabled: automation.version !== null })
  const { counts } = list?.automations.find((one) => one._id === id) ?? automation
  const choices = [
    { value: undefined, label: t('runs.all'), count: runsOf({ ...automation, counts }) },
    ...filters.map((value) => ({ value, label: t(`runs.filters.${value}`), count: counts[value] })),
  ]
  const runs = data?.runs ?? []
  return (
    <section className={classes.runs} aria-labelledby="runs-title">
      <div className={classes.head}>
        <h2 className={classes.title} id="runs-title">
          {t('runs.title')}
        </h2>
        <div className={segments.bar}>
          {choices.map(({ value, label, count }) => (
            <UnstyledButton
              key={label}
              className={segments.choice}
              data-small
              aria-pressed={state === value}
              onClick={() => onState(value)}
            >
              {label} {formatNumber(count)}
            </UnstyledButton>
          ))}
        </div>
      </div>
      {leadId && (
        <FilterChip label={t('runs.ofLead')} value={runs[0]?.lead?.name || t('noName')} onClear={onAllLeads} />
      )}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <SkeletonRows rows={4} columns={3} />}
      {data && runs.length === 0 && <p className={classes.none}>{t(state ? 'runs.noneOf' : 'runs.none')}</p>}
      <ul className={classes.list}>
        {runs.map((run) => (
          <RunRow
            key={run._id}
            automationId={id}
            {...{ run, names }}
            content={versions?.versions.find(({ version }) => version === run.version)?.content}
          />
        ))}
      </ul>
      {runs.length >= AUTOMATION_RUNS_LISTED && (
        <p className={classes.none}>{t('runs.most', { count: AUTOMATION_RUNS_LISTED })}</p>
      )}
    </section>
  )
}
