import { Radio } from '@mantine/core'
import { IconPhoneOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { AccountNumber } from '#contract/calls/adopted-numbers.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { Phone } from '../../../ui/display/phone.tsx'
import { UserText } from '../../../ui/display/user-text.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { accountNumbersQuery } from '../numbers.api.ts'
import { DestinationText } from '../releasing/destination-text.tsx'
import classes from './choose-number.module.css'

type Props = { chosen: AccountNumber | undefined; onChoose: (number: AccountNumber | undefined) => void }

/** Numbers that the account already has, with where their calls go now. */
export function ChooseStanding({ chosen, onChoose }: Props) {
  const { t } = useTranslation('numbers')
  const { businessId } = useBusiness()
  const { data, error, refetch } = useQuery(accountNumbersQuery(businessId))
  if (error && !data) return <ErrorState title={t('choose.failed')} error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={4} columns={2} />
  const { numbers } = data
  if (!numbers.length) return <EmptyState icon={<IconPhoneOff />} title={t('adopt.none')} text={t('adopt.noneText')} />
  return (
    <>
      <Radio.Group
        value={chosen?.sid ?? null}
        onChange={(sid) => onChoose(numbers.find((one) => one.sid === sid))}
        aria-label={t('adopt.numbers')}
      >
        <div className={classes.numbers}>
          {numbers.map((number) => (
            <Radio.Card key={number.sid} value={number.sid} className={classes.number ?? ''}>
              <Radio.Indicator />
              <span className={classes.phone}>
                <Phone number={number.phone} />
              </span>
              <span className={classes.notes}>
                {number.name && number.name !== number.phone && <UserText>{number.name}</UserText>}
                <DestinationText destination={number.goesTo} />
              </span>
            </Radio.Card>
          ))}
        </div>
      </Radio.Group>
      <p className={classes.paid}>{t('adopt.text')}</p>
    </>
  )
}
