import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenCondition } from '#contract/calls/flows/flow-shapes.ts'
import { OpeningHours } from '#contract/working-hours/ranges.ts'
import { rulesOf } from '../../../lib/http/form-errors.ts'
import { WeekFields } from '../../../shared/open-ranges/week-fields.tsx'
import { conditionKinds, Radios } from './simple-fields.tsx'
import classes from './tokens.module.css'

type Props = { condition: OpenCondition; onChange: (condition: OpenCondition) => void }

const WORKDAY = [{ from: '09:00', to: '18:00' }]
/** Sunday to Thursday, and a short Friday. */
const usual: OpeningHours = {
  days: [WORKDAY, WORKDAY, WORKDAY, WORKDAY, WORKDAY, [{ from: '09:00', to: '13:00' }], []],
}
const problemsOf = rulesOf<OpeningHours>(OpeningHours)

/** By which hours or shifts a call is taken as in time. */
export function ConditionField({ condition, onChange }: Props) {
  const { t } = useTranslation('call-flows')
  const [typed, setTyped] = useState(condition.by === 'own' ? condition.hours : usual)
  const isWithErrors = (hours: OpeningHours) => Object.keys(problemsOf(hours)).length > 0
  const change = (hours: OpeningHours) => {
    setTyped(hours)
    // Half a time is not stored.
    if (!isWithErrors(hours)) onChange({ by: 'own', hours })
  }
  return (
    <div className={classes.fields}>
      <Radios
        label={t('fields.condition')}
        value={condition.by}
        options={conditionKinds.map((by) => ({
          value: by,
          label: t(`conditions.${by}`),
          description: t(`sentences.openSecond.${by}`),
        }))}
        onChange={(by) => onChange(by === 'own' ? { by, hours: isWithErrors(typed) ? usual : typed } : { by })}
      />
      {condition.by === 'own' && (
        <>
          <WeekFields
            days={typed.days}
            path="days"
            errors={problemsOf(typed)}
            onChange={(days) => change({ ...typed, days })}
          />
          <Checkbox
            label={t('fields.keepsHolidays')}
            checked={typed.keepsHolidays ?? false}
            onChange={({ currentTarget }) => change({ ...typed, keepsHolidays: currentTarget.checked })}
          />
        </>
      )}
    </div>
  )
}
