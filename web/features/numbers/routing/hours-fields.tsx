import { Checkbox, SegmentedControl, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { WeekFields } from '../../../shared/open-ranges/week-fields.tsx'
import { type RoutingFields, usualHours } from './routing-form.ts'
import { ClosingFields } from './voice-fields.tsx'

/** Opening hours: always, or by weekday with the closing outside them. */
export function HoursFields(fields: RoutingFields) {
  const { t } = useTranslation('numbers')
  const { routing, onChange, errors } = fields
  return (
    <Stack>
      <SegmentedControl
        value={routing.hours ? 'hours' : 'always'}
        onChange={(value) => onChange({ hours: value === 'hours' ? usualHours : null })}
        aria-label={t('hours.title')}
        data={[
          { value: 'always', label: t('hours.always') },
          { value: 'hours', label: t('hours.weekly') },
        ]}
      />
      {routing.hours && (
        <>
          <WeekFields
            days={routing.hours.days}
            path="hours.days"
            errors={errors}
            onChange={(days) => onChange({ hours: { ...routing.hours, days } })}
          />
          <Checkbox
            label={t('hours.keepsHolidays')}
            description={t('hours.keepsHolidaysAbout')}
            checked={routing.hours.keepsHolidays ?? false}
            onChange={({ currentTarget }) =>
              routing.hours && onChange({ hours: { ...routing.hours, keepsHolidays: currentTarget.checked } })
            }
          />
          <ClosingFields name="outside" {...fields} />
        </>
      )}
    </Stack>
  )
}
