import {
  IconArrowsSplit2,
  IconCircleCheck,
  IconCircleX,
  IconClockPause,
  IconEqual,
  IconPlayerSkipForward,
  IconPlayerStop,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { StepLog } from '#contract/leads/automations/automations.ts'
import { formatRecent } from '../../../lib/i18n/format.ts'
import classes from './runs.module.css'

const icons = {
  done: IconCircleCheck,
  same: IconEqual,
  skipped: IconPlayerSkipForward,
  failed: IconCircleX,
  yes: IconArrowsSplit2,
  no: IconArrowsSplit2,
  waits: IconClockPause,
  ended: IconPlayerStop,
} as const satisfies Record<StepLog['outcome'], unknown>

export function OutcomeIcon({ outcome }: Pick<StepLog, 'outcome'>) {
  const Icon = icons[outcome]
  return <Icon className={classes.outcome} data-outcome={outcome} size={18} stroke={1.75} aria-hidden />
}

/** What became of a step, in a sentence; in a trial, what would. */
export function useOutcomeText() {
  const { t } = useTranslation('automations')
  return ({ outcome, reason, until }: Pick<StepLog, 'outcome' | 'reason' | 'until'>, isTrial = false) =>
    reason
      ? t(`stepReasons.${reason}`)
      : t(`${isTrial ? 'trialOutcomes' : 'outcomes'}.${outcome}`, { time: until && formatRecent(until) })
}
