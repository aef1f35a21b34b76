import { Alert, Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Billing } from '#contract/billing/billing.ts'
import { formatDate, formatMoney } from '../../lib/i18n/format.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { usePay } from './billing.api.ts'
import classes from './billing-page.module.css'

const KNOWN = ['insufficient_funds', 'card_expired', 'card_blocked', 'no_method']

/** What is not paid: why, when it is tried again, and what stops if it stays so. */
export function Owed({ billing }: { billing: Billing }) {
  const { t } = useTranslation('billing')
  const { businessId } = useBusiness()
  const pay = usePay(businessId)
  const { state, owed, cappedIn, takesPayments } = billing
  const refused = owed.find(({ refusal }) => refusal !== null)
  const isRunning = owed.some((one) => one.isRunning)
  const amount = owed.reduce((sum, one) => sum + one.amount, 0)
  const isStopped = state === 'suspended'
  return (
    <div className={classes.notices} aria-live="polite">
      {(refused || isStopped) && (
        <Alert color="red" role="alert" title={t(isStopped ? 'suspended.title' : 'refused.title')}>
          <p className={classes.notice}>
            {refused &&
              t(`refused.${KNOWN.includes(refused.refusal ?? '') ? refused.refusal : 'other'}`, {
                amount: formatMoney(amount),
              })}{' '}
            {isStopped
              ? t('suspended.text')
              : refused?.nextTryAt && t('refused.next', { date: formatDate(refused.nextTryAt) })}{' '}
            {!isStopped && refused?.suspendsOn && t('refused.suspends', { date: formatDate(refused.suspendsOn) })}
          </p>
          {refused && takesPayments && (
            <Button color="red" loading={pay.isPending} disabled={isRunning} onClick={() => pay.mutate()}>
              {t('payNow', { amount: formatMoney(amount) })}
            </Button>
          )}
        </Alert>
      )}
      {!refused && isRunning && <Alert color="blue">{t('running', { amount: formatMoney(amount) })}</Alert>}
      {!refused && !isRunning && owed.length > 0 && (
        <Alert color="blue">{t('open', { amount: formatMoney(amount) })}</Alert>
      )}
      {cappedIn && (
        <Alert color="orange" role="alert">
          {t('capped')}
        </Alert>
      )}
    </div>
  )
}
