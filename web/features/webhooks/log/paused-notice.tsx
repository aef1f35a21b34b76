import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FAILING_DAYS, type Webhook } from '#contract/webhooks/webhooks.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { usePauseWebhook } from '../webhooks.api.ts'
import classes from './log.module.css'

/** Why nothing is sent, and how it goes on. */
export function PausedNotice({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const { businessId } = useBusiness()
  const pause = usePauseWebhook(businessId, webhook._id)
  const { pauseReason, waiting } = webhook
  const resume = (what: 'send' | 'drop') => pause.mutate({ isPaused: false, waiting: what })
  return (
    <div className={classes.notice} data-hue={pauseReason === 'person' ? 'slate' : 'red'}>
      <p className={classes.noticeText}>{t(`paused.${pauseReason ?? 'person'}`, { count: FAILING_DAYS })}</p>
      <div className={classes.noticeActs}>
        <Button size="xs" loading={pause.isPending} onClick={() => resume('send')}>
          {t(waiting ? 'paused.resumeAndSend' : 'paused.resume')}
        </Button>
        {waiting > 0 && (
          <Button size="xs" variant="default" loading={pause.isPending} onClick={() => resume('drop')}>
            {t('paused.resumeAndDrop')}
          </Button>
        )}
      </div>
    </div>
  )
}
