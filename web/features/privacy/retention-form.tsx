import { Button, NumberInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { RetentionChanges, type RetentionSetting } from '#contract/privacy.ts'
import { type RetentionName, retentionPeriods } from '#contract/retention.ts'
import { rulesOf } from '../../lib/http/form-errors.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { failInto, onGaps } from '../../ui/forms/form-failure.ts'
import { useChangeClocks } from './privacy.api.ts'
import classes from './privacy.module.css'

type Values = Record<RetentionName, number>
const rules = rulesOf<Values>(RetentionChanges)
const valuesOf = (settings: readonly RetentionSetting[]) =>
  Object.fromEntries(settings.map(({ clock, amount }) => [clock, amount])) as Values

/** A number field for each retention period, within its bounds. */
export function ClocksForm({ businessId, settings }: { businessId: string; settings: readonly RetentionSetting[] }) {
  const { t } = useTranslation(['privacy', 'common'])
  const change = useChangeClocks(businessId)
  const form = useForm<Values>({ initialValues: valuesOf(settings), validate: rules })
  const send = form.onSubmit(
    (values) =>
      change.mutate(values, {
        onSuccess: ({ clocks: kept }) => {
          form.setInitialValues(valuesOf(kept))
          form.reset()
          toast.success(t('settings.saved'))
        },
        onError: failInto(form),
      }),
    onGaps(form),
  )
  return (
    <form onSubmit={send} noValidate className={classes.form}>
      <ul className={classes.clocks}>
        {settings.map(({ clock, unit }) => (
          <ClockField key={clock} clock={clock} unit={unit} field={form.getInputProps(clock)} />
        ))}
      </ul>
      <div className={classes.actions}>
        <Button type="submit" disabled={!form.isDirty()} loading={change.isPending}>
          {t('save', { ns: 'common' })}
        </Button>
      </div>
    </form>
  )
}

type FieldProps = { clock: RetentionName; unit: RetentionSetting['unit']; field: object }

function ClockField({ clock, unit, field }: FieldProps) {
  const { t } = useTranslation('privacy')
  const id = useId()
  const { min, max } = retentionPeriods[clock]
  return (
    <li className={classes.clock}>
      <div>
        <label className={classes.name} htmlFor={id}>
          {t(`clock.${clock}`)}
        </label>
        <p className={classes.hint} id={`${id}-hint`}>
          {t(`clock.${clock}Text`)}
        </p>
      </div>
      <div className={classes.amount}>
        <NumberInput
          {...field}
          id={id}
          min={min}
          max={max}
          clampBehavior="none"
          allowDecimal={false}
          allowNegative={false}
          aria-describedby={`${id}-hint`}
          title={t('settings.range', { min, max })}
        />
        <span>{t(`settings.unit.${unit}`)}</span>
      </div>
    </li>
  )
}
