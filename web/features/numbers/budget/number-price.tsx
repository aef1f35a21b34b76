import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useBusiness } from '../../../lib/session/session.ts'
import { Amount } from './amount.tsx'
import { priceQuery } from './budget.api.ts'
import classes from './budget.module.css'

/** What a number costs a month and a minute; nothing if its account does not say. */
export function NumberPrice({ numberId }: { numberId: string }) {
  const { t } = useTranslation('telephony-budget')
  const { businessId } = useBusiness()
  const { data } = useQuery(priceQuery(businessId, numberId))
  const price = data?.price
  if (!price) return null
  const shown = (['monthly', 'minuteIn', 'minuteOut'] as const).filter((name) => price[name] !== null)
  return (
    <dl className={classes.facts}>
      {shown.map((name) => (
        <div key={name} className={classes.fact}>
          <dt>{t(`price.${name}`)}</dt>
          <dd>
            <Amount amount={price[name] ?? 0} currency={price.currency} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
