import { Anchor, Button } from '@mantine/core'
import { IconExternalLink, IconPlus, IconWebhook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Webhook } from '#contract/webhooks/webhooks.ts'
import { lazily } from '../../../lib/lazy.ts'
import { useModal } from '../../../lib/modal-stack.ts'
import { paths } from '../../../lib/paths.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { UserText } from '../../../ui/display/user-text.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { useLastText, WebhookState } from '../webhook-state.tsx'
import { webhooksQuery } from '../webhooks.api.ts'
import classes from './list.module.css'

const CreateWebhook = lazily(() => import('../editor/create-webhook.tsx'), 'CreateWebhook')

/** Path of the API reference, which describes what is sent. */
const REFERENCE = '/api/docs'

/** The webhooks of the business with their states. */
export function WebhooksPage() {
  const { t } = useTranslation('webhooks')
  const { businessId } = useBusiness()
  const { data, error, refetch } = useQuery(webhooksQuery(businessId))
  const making = useModal('new-webhook')
  const all = data?.webhooks ?? []
  const isFirst = data !== undefined && all.length === 0
  const add = (
    <Button leftSection={<IconPlus stroke={2} aria-hidden />} onClick={making.open}>
      {t('new')}
    </Button>
  )
  const reference = (
    <Anchor className={classes.reference} href={REFERENCE} target="_blank" rel="noreferrer">
      {t('reference')}
      <IconExternalLink size={14} stroke={2} aria-hidden />
    </Anchor>
  )
  return (
    <Page title={t('title')} context={t('about')} actions={data && !isFirst && add}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <SkeletonRows rows={4} columns={3} />}
      {isFirst && (
        <EmptyState
          icon={<IconWebhook />}
          title={t('empty.title')}
          text={t('empty.text')}
          action={
            <>
              {add}
              {reference}
            </>
          }
        />
      )}
      {all.length > 0 && (
        <>
          <ul className={classes.rows}>
            {all.map((webhook) => (
              <WebhookRow key={webhook._id} webhook={webhook} />
            ))}
          </ul>
          {reference}
        </>
      )}
      <Suspense>{making.opened && <CreateWebhook onClose={making.close} />}</Suspense>
    </Page>
  )
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const { businessId } = useBusiness()
  const lastText = useLastText()
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <h2 className={classes.name}>
          <Link className={classes.link} to={paths.webhook(businessId, webhook._id)}>
            <UserText cut>{webhook.name}</UserText>
          </Link>
        </h2>
        <span className={classes.second}>
          <bdi dir="ltr">{new URL(webhook.url).host}</bdi>
        </span>
      </div>
      <div className={classes.words}>
        <WebhookState webhook={webhook} />
        <span className={classes.second}>{lastText(webhook)}</span>
      </div>
      <span className={classes.second}>{t('typesCount', { count: webhook.types.length })}</span>
    </li>
  )
}
