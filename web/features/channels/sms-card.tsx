import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { SmsChannel } from '#contract/leads/messages/channels.ts'
import { formatPhone } from '#contract/values/phones.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { useChooseSms } from './channels.api.ts'
import classes from './channels-page.module.css'

/** The option of the installation's sender. */
const INSTALLATION = 'installation'

/** From whom leads get text messages. */
export function SmsCard({ sms }: { sms: SmsChannel }) {
  const { t } = useTranslation('channels')
  const { businessId } = useBusiness()
  const choose = useChooseSms(businessId)
  const { numberId, numbers, installation, lastSuccessAt } = sms
  const canSend = numbers.length > 0 || installation !== null
  return (
    <div className={classes.card}>
      <Select
        label={t('sms.sender')}
        description={numbers.length === 0 ? t('sms.noNumbers') : undefined}
        value={numberId ?? INSTALLATION}
        data={[
          {
            value: INSTALLATION,
            label: installation
              ? t('sms.installation', { sender: installation })
              : t(canSend ? 'sms.campaign' : 'sms.none'),
          },
          ...numbers.map(({ _id, phone, label }) => ({
            value: _id,
            label: [formatPhone(phone), label].filter(Boolean).join(' · '),
          })),
        ]}
        allowDeselect={false}
        disabled={choose.isPending}
        onChange={(value) =>
          choose.mutate(value === INSTALLATION ? null : value, {
            onSuccess: () => void toast.success(t('sms.saved')),
          })
        }
      />
      <span className={canSend ? classes.active : classes.failing}>{t(canSend ? 'states.active' : 'sms.none')}</span>
      {lastSuccessAt && (
        <span className={classes.second}>
          {t('lastSuccess')} <RelativeTime ago at={lastSuccessAt} />
        </span>
      )}
    </div>
  )
}
