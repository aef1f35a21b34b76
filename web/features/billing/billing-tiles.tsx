import { useTranslation } from 'react-i18next'
import type { Billing } from '#contract/billing/billing.ts'
import type { Plan } from '#contract/billing/plans.ts'
import { formatDate, formatMoney, formatPercent } from '../../lib/i18n/format.ts'
import { Money } from '../../ui/display/money.tsx'
import classes from './billing-page.module.css'

/** The plan's name in the language of the page. */
export const nameOf = ({ nameHe, nameEn }: Pick<Plan, 'nameHe' | 'nameEn'>, language: string) =>
  language === 'he' ? nameHe : nameEn

/** Plan, next charge, and usage until today and to the end of the month; each says whether VAT is in it. */
export function BillingTiles({ billing }: { billing: Billing }) {
  const { t, i18n } = useTranslation('billing')
  const { plan, next, state, trialUntil, periodTo } = billing
  const rate = next?.vatRate ? formatPercent(next.vatRate / 10_000) : ''
  return (
    <ul className={classes.tiles}>
      <li className={classes.tile}>
        <span className={classes.label}>{t('plan')}</span>
        <span className={classes.figure}>{plan ? nameOf(plan, i18n.language) : t(`states.${state}`)}</span>
        <span className={classes.second}>
          {plan && t('pricePerMonth', { price: formatMoney(plan.price) })}
          {!plan && state === 'trial' && t('trialUntil', { date: formatDate(trialUntil) })}
          {!plan && state !== 'trial' && t('noPlan')}
        </span>
        {plan && state !== 'active' && <span className={classes.warning}>{t(`states.${state}`)}</span>}
        {billing.nextPlan && (
          <span className={classes.second}>
            {t('nextPlan', { name: nameOf(billing.nextPlan, i18n.language), date: formatDate(next?.on ?? '') })}
          </span>
        )}
        {billing.endsAfterPeriod && periodTo && (
          <span className={classes.warning}>{t('endsOn', { date: formatDate(periodTo) })}</span>
        )}
      </li>
      {next && (
        <>
          <li className={classes.tile}>
            <span className={classes.label}>{t('nextCharge')}</span>
            <span className={classes.figure}>
              <Money agorot={next.total} />
            </span>
            <span className={classes.second}>
              {t(rate ? 'onWithVat' : 'onWithoutVat', { date: formatDate(next.on), rate })}
            </span>
          </li>
          <li className={classes.tile}>
            <span className={classes.label}>{t('usageUntilToday')}</span>
            <span className={classes.figure}>
              <Money agorot={next.usageUntilToday} />
            </span>
            <span className={classes.second}>{t('beforeVat')}</span>
          </li>
          <li className={classes.tile}>
            <span className={classes.label}>{t('forecast')}</span>
            <span className={classes.figure}>
              <Money agorot={next.net} />
            </span>
            <span className={classes.second}>{t('beforeVat')}</span>
          </li>
        </>
      )}
    </ul>
  )
}
