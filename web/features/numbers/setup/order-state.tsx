import { Button, Group } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { NumberOrder } from '#contract/calls/numbers.ts'
import type { Routing } from '#contract/calls/routing.ts'
import { ApiError } from '../../../lib/http/call.ts'
import { useErrorText } from '../../../lib/i18n/use-error-text.ts'
import { Phone } from '../../../ui/display/phone.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Loader } from '../../../ui/feedback/loader.tsx'
import { CallItNow } from '../call-it-now.tsx'
import { RingNow } from '../routing/ring-now.tsx'
import classes from './order-state.module.css'

type Props = {
  order: NumberOrder | undefined
  /** The order was refused at once or did not reach the provider. */
  error: unknown
  routing: Routing
  onRetry: () => void
  onAnother: () => void
  onClose: () => void
}

/** Errors that another number may avoid. */
const OTHER_HELPS = /^(number_taken|number_needs_address|voice_refused)$/

/** State of an order: pending, done (with a test call), or failed without charge. */
export function OrderState({ order, error, routing, onRetry, onAnother, onClose }: Props) {
  const { t } = useTranslation(['numbers', 'common'])
  const errorText = useErrorText()
  const code = error instanceof ApiError ? error.code : order?.state === 'failed' ? (order.error ?? 'internal') : null
  if (code !== null) {
    const text = error instanceof ApiError ? error.message : errorText(code, { reason: '' })
    const other = (
      <Button variant={OTHER_HELPS.test(code) ? 'filled' : 'default'} onClick={onAnother}>
        {t('order.another')}
      </Button>
    )
    return (
      <EmptyState
        icon={<IconAlertTriangle />}
        title={t('order.failed')}
        text={text}
        action={
          <Group gap="xs">
            {other}
            {!OTHER_HELPS.test(code) && <Button onClick={onRetry}>{t('retry', { ns: 'common' })}</Button>}
          </Group>
        }
      />
    )
  }
  if (order?.state !== 'done' || !order.number)
    return (
      <div className={classes.waiting}>
        <Loader />
        <p className={classes.title}>{t('order.waiting')}</p>
        <p className={classes.text}>{t('order.waitingText')}</p>
        {order && (
          <Button variant="default" onClick={onClose}>
            {t('close', { ns: 'common' })}
          </Button>
        )}
      </div>
    )
  return (
    <div className={classes.done} data-fade>
      <IconCircleCheck className={classes.tick} size={40} stroke={1.5} aria-hidden />
      <p className={classes.text}>{t('order.done')}</p>
      <p className={classes.phone}>
        <Phone number={order.number.phone} />
      </p>
      <RingNow routing={routing} known={order.number.people} campaignId={order.number.campaignId} />
      <CallItNow number={order.number} isCentered />
      <Button onClick={onClose}>{t('order.close')}</Button>
    </div>
  )
}
