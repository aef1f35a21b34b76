import { Button, Radio, Skeleton, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPhoneOff, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { areas, type FreeNumber, type NumberKind } from '#contract/calls/numbers.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { Phone } from '../../../ui/display/phone.tsx'
import { UserText } from '../../../ui/display/user-text.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { amountText } from '../budget/amount.tsx'
import { pricesQuery } from '../budget/budget.api.ts'
import { areasQuery, freeQuery } from '../numbers.api.ts'
import classes from './choose-number.module.css'

type Area = (typeof areas)[number]
type Props = { chosen: string | undefined; onChoose: (phone: string | undefined) => void; isPaid: boolean }

const SEARCH_DEBOUNCE_MS = 300

/** Areas with numbers for sale, and the free numbers in one. */
export function ChooseNumber({ chosen, onChoose, isPaid }: Props) {
  const { t } = useTranslation('numbers')
  const { businessId } = useBusiness()
  const { data, error, refetch } = useQuery(areasQuery(businessId))
  const [picked, setPicked] = useState<Area>()
  const [typed, setTyped] = useState('')
  const [ending] = useDebouncedValue(typed, SEARCH_DEBOUNCE_MS)
  if (error && !data) return <ErrorState title={t('choose.failed')} error={error} onRetry={() => void refetch()} />
  if (!data) return <Rows />
  const sold = data.areas.flatMap(({ area }) => areas.find((known) => known === area) ?? [])
  const area = picked ?? sold[0]
  if (!area) return <EmptyState icon={<IconPhoneOff />} title={t('choose.noArea')} text={t('choose.noAreaText')} />
  return (
    <>
      <div className={classes.filters}>
        <fieldset className={classes.areas} aria-label={t('choose.area')}>
          {sold.map((one) => (
            <UnstyledButton
              key={one}
              className={classes.area}
              aria-pressed={one === area}
              onClick={() => {
                setPicked(one)
                onChoose(undefined)
              }}
            >
              <bdi dir="ltr">{one.length > 3 ? `1-${one.slice(1)}` : one}</bdi>
            </UnstyledButton>
          ))}
        </fieldset>
        <TextInput
          className={classes.search ?? ''}
          dir="ltr"
          inputMode="numeric"
          aria-label={t('choose.ending')}
          placeholder={t('choose.ending')}
          leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value.replace(/\D/g, '').slice(0, 7))}
        />
      </div>
      <Free {...{ area, ending, chosen, onChoose }} onClear={() => setTyped('')} />
      {isPaid && (
        <p className={classes.paid}>
          {t('choose.paid')} <MonthlyPrice kind={data.areas.find((one) => one.area === area)?.kind} />
        </p>
      )}
    </>
  )
}

/** What a number of a kind costs in this account; nothing if the account does not say. */
function MonthlyPrice({ kind }: { kind: NumberKind | undefined }) {
  const { t } = useTranslation('telephony-budget')
  const { businessId } = useBusiness()
  const { data } = useQuery(pricesQuery(businessId))
  const amount = kind && data?.prices?.monthly[kind]
  return amount && data.prices ? t('monthlyOf', { amount: amountText(amount, data.prices.currency) }) : null
}

type FreeProps = Omit<Props, 'isPaid'> & { area: Area; ending: string; onClear: () => void }

function Free({ area, ending, chosen, onChoose, onClear }: FreeProps) {
  const { t } = useTranslation(['numbers', 'common'])
  const { businessId } = useBusiness()
  const { data, error, refetch } = useQuery(freeQuery(businessId, area, ending))
  if (error && !data) return <ErrorState title={t('choose.failed')} error={error} onRetry={() => void refetch()} />
  if (!data) return <Rows />
  if (data.numbers.length === 0)
    return (
      <EmptyState
        icon={<IconPhoneOff />}
        title={t('choose.none')}
        text={t(ending ? 'choose.noneSuch' : 'choose.noneText')}
        action={
          <Button variant="default" onClick={ending ? onClear : () => void refetch()}>
            {ending ? t('choose.clear') : t('retry', { ns: 'common' })}
          </Button>
        }
      />
    )
  return (
    <Radio.Group value={chosen ?? null} onChange={onChoose} aria-label={t('choose.free')}>
      <div className={classes.numbers}>
        {data.numbers.map((number) => (
          <Row key={number.phone} number={number} />
        ))}
      </div>
    </Radio.Group>
  )
}

function Row({ number: { phone, locality, kind, sms, needsAddress } }: { number: FreeNumber }) {
  const { t } = useTranslation('numbers')
  return (
    <Radio.Card value={phone} className={classes.number ?? ''}>
      <Radio.Indicator />
      <span className={classes.phone}>
        <Phone number={phone} />
      </span>
      <span className={classes.notes}>
        {/* Falls back to the provider's name for a place without a translation. */}
        {locality ? <UserText>{t(`choose.places.${locality}`, locality)}</UserText> : t(`choose.kinds.${kind}`)}
        {sms && <span>{t('choose.sms')}</span>}
        {needsAddress && <span className={classes.warn}>{t('choose.needsAddress')}</span>}
      </span>
    </Radio.Card>
  )
}

const Rows = () => (
  <div className={classes.numbers} role="status">
    {Array.from({ length: 6 }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: rows without identity
      <Skeleton key={row} height="2.75rem" radius="md" />
    ))}
  </div>
)
