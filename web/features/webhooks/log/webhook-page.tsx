import { IconWebhook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Webhook } from '#contract/webhooks/webhooks.ts'
import { formatDateTime } from '../../../lib/i18n/format.ts'
import { paths } from '../../../lib/paths.ts'
import { useIds } from '../../../lib/search.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { useAnswerText, useLastText, WebhookState } from '../webhook-state.tsx'
import { webhooksQuery } from '../webhooks.api.ts'
import { Deliveries } from './deliveries.tsx'
import classes from './log.module.css'
import { PausedNotice } from './paused-notice.tsx'
import { WebhookActions } from './webhook-actions.tsx'

/** One webhook: its state, and the log of what was sent. */
export function WebhookPage() {
  const { webhookId } = useIds(paths.webhook)
  const { t } = useTranslation('webhooks')
  const { businessId } = useBusiness()
  const { data, error, refetch } = useQuery(webhooksQuery(businessId))
  const webhook = data?.webhooks.find(({ _id }) => _id === webhookId)
  if (webhook) return <OneWebhook key={webhookId} webhook={webhook} />
  return (
    <Page title={t('title')}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <SkeletonRows rows={8} columns={3} />}
      {data && <EmptyState icon={<IconWebhook />} title={t('gone.title')} text={t('gone.text')} />}
    </Page>
  )
}

function OneWebhook({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const lastText = useLastText()
  const answerText = useAnswerText()
  const { name, url, types, failingSince, lastFailure, oldSecretUntil } = webhook
  return (
    <Page
      title={name}
      beside={<WebhookState webhook={webhook} />}
      context={<bdi dir="ltr">{url}</bdi>}
      actions={<WebhookActions webhook={webhook} />}
    >
      <dl className={classes.facts}>
        <Fact label={t('facts.types')}>{types.map((type) => t(`types.${type.replace('.', '_')}`)).join(' · ')}</Fact>
        <Fact label={t('facts.last')}>{lastText(webhook)}</Fact>
        {failingSince && lastFailure && (
          <Fact label={t('facts.failing')}>
            {t('facts.failingSince', { time: formatDateTime(failingSince), answer: answerText(lastFailure) })}
          </Fact>
        )}
        {oldSecretUntil && new Date(oldSecretUntil) > new Date() && (
          <Fact label={t('secret.name')}>{t('facts.oldSecret', { time: formatDateTime(oldSecretUntil) })}</Fact>
        )}
      </dl>
      {webhook.pausedAt && <PausedNotice webhook={webhook} />}
      <Deliveries webhook={webhook} />
    </Page>
  )
}

const Fact = ({ label, children }: { label: string; children: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
