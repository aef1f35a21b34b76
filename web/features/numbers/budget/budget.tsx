import { Button, Group, NumberInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { BudgetChanges, type TelephonyBudget } from '#contract/calls/telephony-budget.ts'
import { rulesOf } from '../../../lib/http/form-errors.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { failInto } from '../../../ui/forms/form-failure.ts'
import { FormSection } from '../../../ui/forms/form-section.tsx'
import { Amount } from './amount.tsx'
import { budgetQuery, useChangeBudget } from './budget.api.ts'
import classes from './budget.module.css'

/** What the account with the provider costs, for Owners; absent without an account that charges. */
export function Budget() {
  const { t } = useTranslation('telephony-budget')
  const { businessId } = useBusiness()
  const { data } = useQuery(budgetQuery(businessId))
  if (!data?.budget) return null
  return (
    <FormSection title={t('title')} text={t('text')}>
      <Spent budget={data.budget} />
      <BudgetForm budget={data.budget} />
    </FormSection>
  )
}

function Spent({ budget: { spent, balance, currency, cap } }: { budget: TelephonyBudget }) {
  const { t } = useTranslation('telephony-budget')
  const percent = cap && spent !== null ? Math.floor((spent / cap) * 100) : null
  const facts = [
    { name: 'spent', amount: spent, note: percent === null ? null : t('ofCap', { percent }) },
    { name: 'balance', amount: balance, note: null },
  ]
  return (
    <dl className={classes.facts}>
      {facts.map(({ name, amount, note }) => (
        <div key={name} className={classes.fact}>
          <dt>{t(name)}</dt>
          <dd>
            {amount === null || !currency ? t('unsaid') : <Amount amount={amount} currency={currency} />}
            {note && <span className={classes.note}>{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

type Values = { cap: number | ''; creditFloor: number | '' }
/** An empty cap is none. */
const changesIn = ({ cap, creditFloor }: Values): BudgetChanges => ({
  cap: cap === '' ? null : cap,
  ...(creditFloor !== '' && { creditFloor }),
})
const rules = rulesOf<object>(BudgetChanges)

function BudgetForm({ budget }: { budget: TelephonyBudget }) {
  const { t } = useTranslation(['telephony-budget', 'common'])
  const { businessId } = useBusiness()
  const change = useChangeBudget(businessId)
  const form = useForm<Values>({
    initialValues: { cap: budget.cap ?? '', creditFloor: budget.creditFloor },
    validate: (values) => rules(changesIn(values)),
  })
  const input = (name: keyof Values) => ({
    ...form.getInputProps(name),
    onChange: (value: string | number) => form.setFieldValue(name, typeof value === 'number' ? value : ''),
    min: 0,
    decimalScale: 2,
    thousandSeparator: ',',
    hideControls: true,
    suffix: budget.currency ? ` ${budget.currency}` : '',
    className: classes.input ?? '',
  })
  const send = form.onSubmit((values) =>
    change.mutate(changesIn(values), { onSuccess: () => toast.success(t('saved')), onError: failInto(form) }),
  )
  return (
    <form onSubmit={send} noValidate>
      <Group align="flex-start" gap="md">
        <NumberInput {...input('cap')} label={t('cap')} description={t('capText')} placeholder={t('noCap')} />
        <NumberInput {...input('creditFloor')} label={t('creditFloor')} description={t('creditFloorText')} />
      </Group>
      <Button type="submit" variant="default" mt="sm" loading={change.isPending}>
        {t('save', { ns: 'common' })}
      </Button>
    </form>
  )
}
