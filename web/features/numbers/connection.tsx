import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useModal } from '../../lib/modal-stack.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { TypedConfirm } from '../../ui/forms/typed-confirm.tsx'
import { ConnectTwilio } from './connect-twilio.tsx'
import classes from './connection.module.css'
import { connectionQuery, useDisconnect } from './numbers.api.ts'

/**
 * The business's telephony account, for Owners. Its secrets are write-only. It is rendered only after the numbers above
 * it have loaded (`isEarly`), so that it does not move.
 */
export function Connection({ isEarly }: { isEarly: boolean }) {
  const { t } = useTranslation('numbers')
  const { businessId } = useBusiness()
  const { data } = useQuery(connectionQuery(businessId))
  const connecting = useModal('connect-twilio')
  const leaving = useModal('disconnect-twilio')
  const disconnect = useDisconnect(businessId)
  if (!data || isEarly) return null
  const { connection } = data
  const isTwilio = connection?.provider === 'twilio'
  return (
    <div className={classes.connection}>
      <FormSection title={t('connection.title')} text={t('connection.text')}>
        <div className={classes.account}>
          <span className={classes.name}>{t(`connection.provider.${connection?.provider ?? 'none'}`)}</span>
          {isTwilio && (
            <>
              <bdi dir="ltr" className={classes.sid}>
                {connection.accountSid}
              </bdi>
              <span className={classes.second}>{t(connection.hasApiKey ? 'connection.key' : 'connection.noKey')}</span>
            </>
          )}
          {connection?.state === 'failing' && (
            <span className={classes.failing} role="alert">
              {connection.error ? t('connection.failing', { error: connection.error }) : t('connection.failingNow')}
            </span>
          )}
          {connection?.checkedAt && (
            <span className={classes.second}>
              {t('connection.checked')} <RelativeTime ago at={connection.checkedAt} />
            </span>
          )}
        </div>
        <Group gap="xs">
          <Button variant="default" onClick={connecting.open}>
            {t(isTwilio ? 'connection.change' : 'connection.connect')}
          </Button>
          {isTwilio && (
            <Button variant="subtle" onClick={leaving.open}>
              {t('connection.disconnect')}
            </Button>
          )}
        </Group>
      </FormSection>
      <ConnectTwilio
        opened={connecting.opened}
        accountSid={isTwilio ? connection.accountSid : ''}
        onClose={connecting.close}
      />
      <TypedConfirm
        opened={leaving.opened}
        title={t('connection.disconnect')}
        text={t('connection.disconnectText')}
        word="Twilio"
        action={t('connection.disconnect')}
        isBusy={disconnect.isPending}
        onClose={leaving.close}
        onConfirm={() =>
          disconnect.mutate(undefined, {
            onSuccess: () => {
              toast.success(t('connection.disconnected'))
              leaving.close()
            },
          })
        }
      />
    </div>
  )
}
