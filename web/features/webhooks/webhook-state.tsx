import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconPlayerPause } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { DeliveryTry, Webhook } from '#contract/webhooks/webhooks.ts'
import { formatAgo, formatNumber } from '../../lib/i18n/format.ts'
import { StateLabel } from '../../shared/state-label.tsx'

const looks = {
  works: { Icon: IconCircleCheck, hue: 'green' },
  unused: { Icon: IconCircleDashed, hue: 'slate' },
  failing: { Icon: IconAlertTriangle, hue: 'amber' },
  paused: { Icon: IconPlayerPause, hue: 'slate' },
  stopped: { Icon: IconAlertTriangle, hue: 'red' },
} as const

export function stateOf({ pausedAt, pauseReason, failingSince, lastSuccessAt }: Webhook): keyof typeof looks {
  if (pausedAt) return pauseReason === 'person' ? 'paused' : 'stopped'
  if (failingSince) return 'failing'
  return lastSuccessAt ? 'works' : 'unused'
}

/** Whether its receiver takes what is sent. */
export function WebhookState({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const state = stateOf(webhook)
  return <StateLabel look={looks[state]}>{t(`states.${state}`)}</StateLabel>
}

/** When it last took something, and how much waits. */
export function useLastText() {
  const { t } = useTranslation('webhooks')
  return ({ lastSuccessAt, waiting }: Webhook) =>
    [
      lastSuccessAt ? t('lastSuccess', { time: formatAgo(lastSuccessAt) }) : t('neverTaken'),
      ...(waiting ? [t('waiting', { count: waiting, shown: formatNumber(waiting) })] : []),
    ].join(' · ')
}

/** How a receiver answered: its status, or why there was no answer. */
export function useAnswerText() {
  const { t } = useTranslation('webhooks')
  return ({ status, problem }: DeliveryTry) =>
    problem === null || problem === 'status' ? t('answered', { status }) : t(`problems.${problem}`, { status })
}
