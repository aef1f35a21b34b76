import { Button, Drawer } from '@mantine/core'
import { IconRepeat } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { DeliveryDetails, DeliveryTry } from '#contract/webhooks/webhooks.ts'
import { formatDateTime, formatNumber } from '../../../lib/i18n/format.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { CodeBlock } from '../../../ui/display/code-block.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { useAnswerText } from '../webhook-state.tsx'
import { deliveryQuery, useReplay } from '../webhooks.api.ts'
import classes from './log.module.css'

type Props = { webhookId: string; eventId: string; onClose: () => void }

/** A delivery: what was sent, each answer, and sending it again. */
export function DeliveryDrawer({ webhookId, eventId, onClose }: Props) {
  const { t } = useTranslation(['webhooks', 'common'])
  const { businessId } = useBusiness()
  const { data, error, refetch } = useQuery(deliveryQuery(businessId, webhookId, eventId))
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={t('delivery.title')}
      closeButtonProps={{ 'aria-label': t('close', { ns: 'common' }) }}
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <SkeletonRows rows={6} columns={2} />}
      {data && <Details webhookId={webhookId} delivery={data.delivery} />}
    </Drawer>
  )
}

function Details({ webhookId, delivery }: { webhookId: string; delivery: DeliveryDetails }) {
  const { t } = useTranslation('webhooks')
  const { businessId } = useBusiness()
  const replay = useReplay(businessId, webhookId)
  const { _id, type, state, happenedAt, nextTryAt, body, log } = delivery
  const isTest = type === 'webhook.test'
  const again = () =>
    replay.mutate({ eventIds: [_id] }, { onSuccess: () => toast.success(t('replay.done', { count: 1, shown: '1' })) })
  return (
    <>
      <dl className={classes.facts}>
        <Fact label={t('delivery.event')}>{t(`types.${type.replace('.', '_')}`)}</Fact>
        <Fact label={t('delivery.state')}>{t(`deliveryStates.${state}`)}</Fact>
        <Fact label={t('delivery.happened')}>{formatDateTime(happenedAt)}</Fact>
        {nextTryAt && <Fact label={t('delivery.next')}>{formatDateTime(nextTryAt)}</Fact>}
        <div>
          <dt>{t('delivery.id')}</dt>
          <dd>
            <bdi dir="ltr">{_id}</bdi>
          </dd>
        </div>
      </dl>
      {!isTest && (
        <Button
          variant="default"
          leftSection={<IconRepeat size={16} stroke={1.75} aria-hidden />}
          loading={replay.isPending}
          onClick={again}
        >
          {t('replay.one')}
        </Button>
      )}
      <h3 className={classes.title}>{t('delivery.tries')}</h3>
      {log.length === 0 && <p className={classes.none}>{t('delivery.noTries')}</p>}
      <ol className={classes.list}>
        {log.map((tried) => (
          <Try key={tried.at} tried={tried} />
        ))}
      </ol>
      <h3 className={classes.title}>{t('delivery.body')}</h3>
      {body ? (
        <CodeBlock text={readable(body)} label={t('delivery.body')} />
      ) : (
        <p className={classes.none}>{t('delivery.notWritten')}</p>
      )}
    </>
  )
}

function Try({ tried }: { tried: DeliveryTry }) {
  const { t } = useTranslation('webhooks')
  const answerText = useAnswerText()
  const { at, milliseconds, problem, answer } = tried
  return (
    <li className={classes.try}>
      <span className={classes.outcome} data-hue={problem === null ? 'green' : 'red'}>
        {answerText(tried)}
      </span>
      <span className={classes.result}>{t('delivery.took', { shown: formatNumber(milliseconds) })}</span>
      <time className={classes.time} dateTime={at}>
        {formatDateTime(at)}
      </time>
      {answer && (
        <div className={classes.answer}>
          <CodeBlock text={answer} label={t('delivery.answer')} />
        </div>
      )}
    </li>
  )
}

const Fact = ({ label, children }: { label: string; children: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

function readable(text: string) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
