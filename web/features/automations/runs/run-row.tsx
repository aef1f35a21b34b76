import { Button, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AutomationContent, stepsIn } from '#contract/leads/automations/automation-shapes.ts'
import type { AutomationRun, RunState, StepLog } from '#contract/leads/automations/automations.ts'
import { formatRecent, formatTime } from '../../../lib/i18n/format.ts'
import { paths } from '../../../lib/paths.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { UserText } from '../../../ui/display/user-text.tsx'
import { useRunAct } from '../automations.api.ts'
import { type Names, plainOf, sentenceOfStep } from '../sentences/sentences.ts'
import { OutcomeIcon, useOutcomeText } from './outcome.tsx'
import classes from './runs.module.css'

const outcomeOf: Record<RunState, StepLog['outcome']> = {
  running: 'waits',
  waiting: 'waits',
  done: 'done',
  skipped: 'skipped',
  failed: 'failed',
  stopped: 'ended',
}

type Props = {
  automationId: string
  run: AutomationRun
  names: Names
  /** The version by which it ran; undefined: not kept any more. */
  content: AutomationContent | undefined
}

/** One run: when, for which lead, how it went and why; it opens its steps. */
export function RunRow({ automationId, run, names, content }: Props) {
  const { t } = useTranslation('automations')
  const { businessId } = useBusiness()
  const [isOpen, setOpen] = useState(false)
  const { startedAt, lead, state } = run
  const name = lead?.name || t(lead ? 'noName' : 'gone.lead')
  return (
    <li className={classes.run}>
      <div className={classes.line}>
        <time className={classes.time} dateTime={startedAt}>
          {formatRecent(startedAt)}
        </time>
        <span className={classes.lead}>
          {lead ? (
            <Link className={classes.link} to={paths.lead(businessId, lead.campaignId, lead._id)}>
              <UserText cut>{name}</UserText>
            </Link>
          ) : (
            name
          )}
        </span>
        <span className={classes.state}>
          <OutcomeIcon outcome={outcomeOf[state]} />
          {t(`runStates.${state}`)}
        </span>
        <span className={classes.reason}>
          <RunReason run={run} />
        </span>
        <UnstyledButton
          className={classes.open}
          aria-expanded={isOpen}
          aria-label={t('runs.steps', { name })}
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronDown size={16} stroke={2} data-open={isOpen || undefined} aria-hidden />
        </UnstyledButton>
      </div>
      {isOpen && <RunSteps {...{ automationId, run, names, content }} />}
    </li>
  )
}

function RunReason({ run: { state, reason, dueAt, steps } }: { run: AutomationRun }) {
  const { t } = useTranslation('automations')
  const outcomeText = useOutcomeText()
  if (reason) return t(`reasons.${reason}`)
  if (state === 'waiting' && dueAt) return t('runs.goesOn', { time: formatRecent(dueAt) })
  const skipped = steps.find(({ outcome }) => outcome === 'skipped')
  if (skipped) return t('runs.withSkip', { reason: outcomeText(skipped) })
  return t('runs.stepCount', { count: steps.length })
}

function RunSteps({ automationId, run, names, content }: Props) {
  const { t } = useTranslation('automations')
  const { businessId } = useBusiness()
  const act = useRunAct(businessId, automationId)
  const outcomeText = useOutcomeText()
  const byId = new Map(stepsIn(content?.steps ?? []).map((step) => [step.id, step]))
  const sentenceOf = ({ stepId, kind }: StepLog) => {
    const step = byId.get(stepId)
    return step && step.kind !== 'branch' ? plainOf(sentenceOfStep(step, names), names.t) : t(`kinds.${kind}`)
  }
  const isWaiting = run.state === 'waiting' || run.state === 'running'
  return (
    <div className={classes.detail}>
      <ol className={classes.steps}>
        {run.steps.map((log) => (
          <li key={`${log.stepId} ${log.at} ${log.outcome}`} className={classes.step}>
            <OutcomeIcon outcome={log.outcome} />
            <span>
              {sentenceOf(log)} <span className={classes.reason}>{outcomeText(log)}</span>
            </span>
            <time className={classes.time} dateTime={log.at}>
              {formatTime(log.at)}
            </time>
          </li>
        ))}
      </ol>
      {run.steps.length === 0 && <p className={classes.none}>{t('runs.noSteps')}</p>}
      {isWaiting && (
        <Button
          variant="default"
          size="xs"
          loading={act.isPending}
          onClick={() => act.mutate({ runId: run._id, act: 'stopRun' })}
        >
          {t('runs.stop')}
        </Button>
      )}
      {run.state === 'failed' && (
        <Button
          variant="default"
          size="xs"
          loading={act.isPending}
          onClick={() => act.mutate({ runId: run._id, act: 'retryRun' })}
        >
          {t('runs.retry')}
        </Button>
      )}
    </div>
  )
}
