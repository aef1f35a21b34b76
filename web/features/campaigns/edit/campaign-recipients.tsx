import { Button } from '@mantine/core'
import { IconCircleCheck, IconClock, IconMailOff, IconUserCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ListedRecipient } from '#contract/notifications/recipients.ts'
import { formatPhone } from '#contract/values/phones.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { StateLabel } from '../../../shared/state-label.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import rows from '../../../ui/layout/rows.module.css'
import classes from './campaign-recipients.module.css'
import { recipientsQuery, useAskRecipient } from './recipients.api.ts'

const looks = {
  member: { Icon: IconUserCheck, hue: 'sky' },
  confirmed: { Icon: IconCircleCheck, hue: 'green' },
  waiting: { Icon: IconClock, hue: 'amber' },
  refused: { Icon: IconMailOff, hue: 'slate' },
} as const

type Props = {
  campaignId: string
  /** Addresses in the form: a removed one is no longer shown. */
  addresses: readonly string[]
}

/** State of each stored recipient: people outside the business receive notices after they confirm. */
export function CampaignRecipients({ campaignId, addresses }: Props) {
  const { t } = useTranslation('campaigns')
  const { businessId } = useBusiness()
  const { data } = useQuery({ ...recipientsQuery(businessId, campaignId), enabled: addresses.length > 0 })
  const shown = data?.filter(({ address }) => addresses.includes(address)) ?? []
  if (shown.length === 0) return null
  return (
    <ul className={classes.list} aria-label={t('recipients.title')}>
      {shown.map((recipient) => (
        <Row key={`${recipient.channel} ${recipient.address}`} campaignId={campaignId} recipient={recipient} />
      ))}
    </ul>
  )
}

function Row({ campaignId, recipient }: { campaignId: string; recipient: ListedRecipient }) {
  const { t } = useTranslation('campaigns')
  const { businessId } = useBusiness()
  const ask = useAskRecipient(businessId, campaignId)
  const { channel, address, state, askedAt, canAsk } = recipient
  const shown = channel === 'sms' ? formatPhone(address) : address
  const word = state === 'waiting' && askedAt === null ? 'unasked' : state
  return (
    <li className={classes.row}>
      <div className={rows.words}>
        <bdi dir="ltr" className={classes.address}>
          {shown}
        </bdi>
        <span className={classes.state}>
          <StateLabel look={looks[state]}>{t(`recipients.${word}`)}</StateLabel>
        </span>
        <Failure recipient={recipient} />
      </div>
      {canAsk && (
        <Button
          variant="default"
          loading={ask.isPending}
          aria-label={t(askedAt === null ? 'recipients.askOf' : 'recipients.askAgainOf', { address: shown })}
          onClick={() =>
            ask.mutate(
              { channel, address },
              { onSuccess: () => toast.success(t('recipients.asked', { address: shown })) },
            )
          }
        >
          {t(askedAt === null ? 'recipients.ask' : 'recipients.askAgain')}
        </Button>
      )}
    </li>
  )
}

const known = ['day_limit', 'hour_limit', 'country', 'phone_kind', 'wrong_number'] as const

/** Why the last message was not sent or not delivered. */
function Failure({ recipient: { state, delivery } }: { recipient: ListedRecipient }) {
  const { t } = useTranslation('campaigns')
  if (state === 'refused' || (delivery?.state !== 'failed' && delivery?.state !== 'lost')) return null
  const reason = known.find((one) => one === delivery.reason) ?? 'other'
  return <span className={classes.failure}>{t(`recipients.failed.${reason}`)}</span>
}
