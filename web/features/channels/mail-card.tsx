import { Button, Group } from '@mantine/core'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Connection } from '#contract/leads/messages/channels.ts'
import { formatDate } from '../../lib/i18n/format.ts'
import { lazily } from '../../lib/lazy.ts'
import { useModal } from '../../lib/modal-stack.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { InterpolatedText } from '../../ui/display/interpolated-text.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { TypedConfirm } from '../../ui/forms/typed-confirm.tsx'
import { useDisconnect, useTestMail } from './channels.api.ts'
import classes from './channels-page.module.css'
import { MailRecords } from './mail-records.tsx'

const MailServerDialog = lazily(() => import('./mail-server-dialog.tsx'), 'MailServerDialog')

type Props = { connection: Connection | undefined; installation: string | null }

/** The business's mail server, or who sends its mail while none is connected. */
export function MailCard({ connection, installation }: Props) {
  const { t } = useTranslation('channels')
  const connecting = useModal('mail-server')
  return (
    <>
      {connection ? (
        <Connected connection={connection} onChange={connecting.open} />
      ) : (
        <div className={classes.card}>
          <span className={classes.name}>{t('mail.notConnected')}</span>
          <span className={classes.second}>
            {installation ? (
              <InterpolatedText
                text={(marks) => t('mail.byInstallation', marks)}
                parts={{ sender: <bdi dir="ltr">{installation}</bdi> }}
              />
            ) : (
              t('mail.noInstallation')
            )}
          </span>
          <Group gap="xs">
            <Button onClick={connecting.open}>{t('mail.connect')}</Button>
          </Group>
        </div>
      )}
      <Suspense>
        {connecting.opened && <MailServerDialog settings={connection?.settings} onClose={connecting.close} />}
      </Suspense>
    </>
  )
}

function Connected({ connection, onChange }: { connection: Connection; onChange: () => void }) {
  const { t } = useTranslation('channels')
  const { businessId } = useBusiness()
  const leaving = useModal('mail-disconnect')
  const test = useTestMail(businessId)
  const disconnect = useDisconnect(businessId)
  const { _id, settings } = connection
  const sendTest = () => test.mutate(_id, { onSuccess: ({ to }) => void toast.success(t('mail.tested', { to })) })
  return (
    <>
      <div className={classes.card}>
        <span className={classes.name}>
          <bdi dir="ltr">{settings.fromAddress}</bdi>
        </span>
        <span className={classes.second}>
          <bdi dir="ltr">
            {settings.host}:{settings.port}
          </bdi>
          {' · '}
          {t(`securities.${settings.security}`)}
        </span>
        <State connection={connection} />
        {test.error && (
          <p className={classes.failing} role="alert">
            {test.error.message}
          </p>
        )}
        <Group gap="xs">
          <Button onClick={sendTest} loading={test.isPending}>
            {t('mail.test')}
          </Button>
          <Button variant="default" onClick={onChange}>
            {t('mail.change')}
          </Button>
          <Button variant="subtle" onClick={leaving.open}>
            {t('disconnect')}
          </Button>
        </Group>
      </div>
      <MailRecords settings={settings} />
      <TypedConfirm
        opened={leaving.opened}
        title={t('mail.disconnect')}
        text={t('mail.disconnectText')}
        word={settings.fromAddress}
        action={t('disconnect')}
        isBusy={disconnect.isPending}
        onClose={leaving.close}
        onConfirm={() =>
          disconnect.mutate(_id, {
            onSuccess: () => {
              toast.success(t('mail.disconnected'))
              leaving.close()
            },
          })
        }
      />
    </>
  )
}

/** Whether it works, since when it is connected, the last success and the last failure. */
function State({ connection: { state, since, lastSuccessAt, lastFailure } }: { connection: Connection }) {
  const { t } = useTranslation('channels')
  return (
    <>
      <span className={state === 'active' ? classes.active : classes.failing}>
        {t(`states.${state}`)} · {t('since', { date: formatDate(since) })}
      </span>
      {lastSuccessAt && (
        <span className={classes.second}>
          {t('lastSuccess')} <RelativeTime ago at={lastSuccessAt} />
        </span>
      )}
      {lastFailure && (
        <span className={classes.failing} role="alert">
          {t(`failures.${lastFailure.reason}`)} (<RelativeTime ago at={lastFailure.at} />)
          {lastFailure.words && (
            <bdi dir="ltr" className={classes.said}>
              {lastFailure.words}
            </bdi>
          )}
        </span>
      )}
    </>
  )
}
