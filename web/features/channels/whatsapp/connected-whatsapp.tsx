import { Button, Group, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { WhatsAppConnection } from '#contract/leads/messages/whatsapp.ts'
import { formatPhone } from '#contract/values/phones.ts'
import { formatDate, formatNumber } from '../../../lib/i18n/format.ts'
import { useModal } from '../../../lib/modal-stack.ts'
import { campaignNamesQuery, useBusiness } from '../../../lib/session/session.ts'
import { CodeBlock } from '../../../ui/display/code-block.tsx'
import { Phone } from '../../../ui/display/phone.tsx'
import { RelativeTime } from '../../../ui/display/relative-time.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { TypedConfirm } from '../../../ui/forms/typed-confirm.tsx'
import { useChangeWhatsApp } from '../channels.api.ts'
import classes from '../channels-page.module.css'

/** `again`: the button that connects once more, after a permission ended. */
type Props = { connection: WhatsAppConnection; again: ReactNode }

/** The connected number: its state, who becomes a lead where, a test, and how it is disconnected. */
export function ConnectedWhatsApp({ connection, again }: Props) {
  const { t } = useTranslation('channels')
  const { businessId } = useBusiness()
  const leaving = useModal('whatsapp-disconnect')
  const test = useChangeWhatsApp(businessId)
  const disconnect = useChangeWhatsApp(businessId)
  const { phone, name, hook, templates } = connection
  return (
    <>
      <div className={classes.card}>
        <span className={classes.name}>
          <Phone number={phone} /> {name && <bdi>{name}</bdi>}
        </span>
        <State connection={connection} />
        <span className={classes.second}>
          {t('whatsApp.templates', { count: templates, total: formatNumber(templates) })}
        </span>
        {test.error && (
          <p className={classes.failing} role="alert">
            {test.error.message}
          </p>
        )}
        <Newcomers connection={connection} />
        <Group gap="xs">
          <Button
            loading={test.isPending}
            onClick={() => test.mutate({ act: 'test' }, { onSuccess: () => void toast.success(t('whatsApp.tested')) })}
          >
            {t('whatsApp.test')}
          </Button>
          {again}
          <Button variant="subtle" onClick={leaving.open}>
            {t('disconnect')}
          </Button>
        </Group>
      </div>
      {hook && <Hook hook={hook} />}
      <TypedConfirm
        opened={leaving.opened}
        title={t('whatsApp.disconnect')}
        text={t('whatsApp.disconnectText')}
        word={formatPhone(phone)}
        action={t('disconnect')}
        isBusy={disconnect.isPending}
        onClose={leaving.close}
        onConfirm={() =>
          disconnect.mutate(
            { act: 'disconnect' },
            {
              onSuccess: () => {
                toast.success(t('whatsApp.disconnected'))
                leaving.close()
              },
            },
          )
        }
      />
    </>
  )
}

/** Whether it works, since when, the last success in both directions, and the last failure in words. */
function State({ connection }: { connection: WhatsAppConnection }) {
  const { t } = useTranslation('channels')
  const { state, since, lastSuccessAt, lastReceivedAt, lastFailure, expiresAt } = connection
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
      <span className={classes.second}>
        {lastReceivedAt ? (
          <>
            {t('whatsApp.lastReceived')} <RelativeTime ago at={lastReceivedAt} />
          </>
        ) : (
          t('whatsApp.nothingReceived')
        )}
      </span>
      {expiresAt && <span className={classes.second}>{t('whatsApp.renewed')}</span>}
      {lastFailure && (
        <span className={classes.failing} role="alert">
          {t(`whatsApp.failures.${lastFailure.reason}`)} (<RelativeTime ago at={lastFailure.at} />)
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

/** Where a person who writes first becomes a lead. */
function Newcomers({ connection: { campaignId } }: { connection: WhatsAppConnection }) {
  const { t } = useTranslation('channels')
  const { businessId } = useBusiness()
  const campaigns = useQuery(campaignNamesQuery(businessId)).data?.campaigns ?? []
  const choose = useChangeWhatsApp(businessId)
  return (
    <Select
      label={t('whatsApp.newcomers')}
      description={t('whatsApp.newcomersText')}
      value={campaignId}
      data={campaigns.map(({ _id, name }) => ({ value: _id, label: name }))}
      disabled={choose.isPending}
      allowDeselect={false}
      error={choose.error?.message}
      onChange={(chosen) =>
        chosen &&
        choose.mutate(
          { act: 'campaign', campaignId: chosen },
          { onSuccess: () => void toast.success(t('whatsApp.saved')) },
        )
      }
    />
  )
}

/** What the owner of an app enters at Meta so that messages arrive here. */
function Hook({ hook }: { hook: NonNullable<WhatsAppConnection['hook']> }) {
  const { t } = useTranslation('channels')
  return (
    <details className={classes.records}>
      <summary>{t('whatsApp.hook.title')}</summary>
      <p className={classes.second}>{t('whatsApp.hook.text')}</p>
      <CodeBlock label={t('whatsApp.hook.url')} text={hook.url} />
      <CodeBlock label={t('whatsApp.hook.token')} text={hook.verifyToken} />
    </details>
  )
}
