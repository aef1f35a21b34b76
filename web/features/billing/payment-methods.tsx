import { Badge, Button, Group } from '@mantine/core'
import { IconBuildingBank, IconCreditCard } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { banks, isBank } from '#contract/billing/bank-accounts.ts'
import type { Billing, PaymentMethod } from '#contract/billing/billing.ts'
import { lazily } from '../../lib/lazy.ts'
import { useModal } from '../../lib/modal-stack.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { useAddMethod, useFinishMethod, usePreferMethod, useRemoveMethod } from './billing.api.ts'
import classes from './billing-page.module.css'

const BankDialog = lazily(() => import('./bank-dialog.tsx'), 'BankDialog')

/** Cards and standing orders. A card is typed on the payment house's page alone. */
export function PaymentMethods({ billing: { methods, takesPayments } }: { billing: Billing }) {
  const { t } = useTranslation('billing')
  const bank = useModal('billing-bank')
  const add = useAddMethod()
  return (
    <section className={classes.part} aria-label={t('methods')}>
      <h2 className={classes.partTitle}>{t('methods')}</h2>
      {!takesPayments && <p className={classes.notice}>{t('byTransfer')}</p>}
      {takesPayments && methods.length === 0 && <p className={classes.notice}>{t('noMethods')}</p>}
      <ul className={classes.methods}>
        {methods.map((method) => (
          <Method key={method._id} method={method} />
        ))}
      </ul>
      {add.error && (
        <p role="alert" className={classes.warning}>
          {add.error.message}
        </p>
      )}
      {takesPayments && (
        <Group gap="xs">
          <Button
            variant="default"
            loading={add.isPending || add.isSuccess}
            onClick={() => add.mutate({ kind: 'card' })}
          >
            {t('addCard')}
          </Button>
          <Button variant="default" onClick={bank.open}>
            {t('addBank')}
          </Button>
        </Group>
      )}
      <Suspense>{bank.opened && <BankDialog onClose={bank.close} />}</Suspense>
    </section>
  )
}

function Method({ method }: { method: PaymentMethod }) {
  const { t } = useTranslation('billing')
  const { businessId } = useBusiness()
  const prefer = usePreferMethod(businessId)
  const remove = useRemoveMethod(businessId)
  const finish = useFinishMethod(businessId)
  const { _id, kind, state, isDefault } = method
  const Icon = kind === 'card' ? IconCreditCard : IconBuildingBank
  return (
    <li className={classes.method}>
      <Icon stroke={1.75} aria-hidden />
      <MethodName method={method} />
      <Group gap="xs">
        {isDefault && <Badge variant="light">{t('default')}</Badge>}
        {state !== 'approved' && (
          <Badge variant="light" color={state === 'waiting' ? 'orange' : 'red'}>
            {t(`methodStates.${state}`)}
          </Badge>
        )}
        {state === 'waiting' && (
          <Button variant="subtle" loading={finish.isPending} onClick={() => finish.mutate(_id)}>
            {t('checkState')}
          </Button>
        )}
        {state === 'approved' && !isDefault && (
          <Button variant="subtle" loading={prefer.isPending} onClick={() => prefer.mutate(_id)}>
            {t('makeDefault')}
          </Button>
        )}
        <Button variant="subtle" loading={remove.isPending} onClick={() => remove.mutate(_id)}>
          {t('remove')}
        </Button>
      </Group>
    </li>
  )
}

function MethodName({ method: { kind, last4, brand, bank, branch, expiresMonth } }: { method: PaymentMethod }) {
  const { t, i18n } = useTranslation('billing')
  const language = i18n.language === 'he' ? 'he' : 'en'
  const month = expiresMonth ? `${expiresMonth.slice(5, 7)}/${expiresMonth.slice(0, 4)}` : ''
  return (
    <div className={classes.methodName}>
      <strong>
        {kind === 'card'
          ? t('cardEnding', { brand, last4 })
          : t('order', { bank: isBank(bank) ? banks[bank][language] : '' })}
      </strong>
      <span className={classes.second}>
        {kind === 'card' ? t('expires', { month }) : t('branchAndAccount', { branch, last4 })}
      </span>
    </div>
  )
}
