import { SegmentedControl } from '@mantine/core'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { AccountNumber } from '#contract/calls/adopted-numbers.ts'
import { NUMBER_LABEL_MAX } from '#contract/calls/numbers.ts'
import { lazily } from '../../../lib/lazy.ts'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { ChooseNumber } from './choose-number.tsx'

const ChooseStanding = lazily(() => import('./choose-standing.tsx'), 'ChooseStanding')

/** A free number, or one that the account already has. */
export type Choice = { phone: string } | { standing: AccountNumber }

const digits = (text: string) => text.replace(/\D/g, '') || text
/** Its name at the provider, unless that is the number itself. */
const labelOf = ({ name, phone }: AccountNumber) =>
  digits(name) === digits(phone) ? '' : name.slice(0, NUMBER_LABEL_MAX)

/** What the order says of the number. */
export const wantedOf = (choice: Choice) =>
  'phone' in choice ? choice : { sid: choice.standing.sid, label: labelOf(choice.standing) }

export type From = 'new' | 'standing'
type Props = {
  from: From
  onFrom: (from: From) => void
  choice: Choice | undefined
  onChoose: (choice: Choice | undefined) => void
  isPaid: boolean
}

/** In an account of the business, a number may be there already. */
export function ChooseStep({ from, onFrom, choice, onChoose, isPaid }: Props) {
  const { t } = useTranslation('numbers')
  return (
    <>
      {isPaid && (
        <SegmentedControl
          aria-label={t('adopt.which')}
          data={[
            { value: 'new', label: t('adopt.new') },
            { value: 'standing', label: t('adopt.standing') },
          ]}
          value={from}
          onChange={(value) => {
            onFrom(value === 'standing' ? 'standing' : 'new')
            onChoose(undefined)
          }}
        />
      )}
      {from === 'new' ? (
        <ChooseNumber
          chosen={choice && 'phone' in choice ? choice.phone : undefined}
          onChoose={(phone) => onChoose(phone === undefined ? undefined : { phone })}
          isPaid={isPaid}
        />
      ) : (
        <Suspense fallback={<SkeletonRows rows={4} columns={2} />}>
          <ChooseStanding
            chosen={choice && 'standing' in choice ? choice.standing : undefined}
            onChoose={(standing) => onChoose(standing && { standing })}
          />
        </Suspense>
      )}
    </>
  )
}
