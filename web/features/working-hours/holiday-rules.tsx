import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { dayOf, plusDays } from '#contract/values/clock.ts'
import type { CityKey } from '#contract/working-hours/cities.ts'
import { type HolidayKind, holidayKinds, holidays } from '#contract/working-hours/holiday-names.ts'
import { holidaysOn } from '#contract/working-hours/holidays.ts'
import type { OpenRange } from '#contract/working-hours/ranges.ts'
import type { HolidayRule, WorkingHours } from '#contract/working-hours/working-hours.ts'
import { formatDayHead } from '../../lib/i18n/format.ts'
import { noonOf } from '../../lib/i18n/noon.ts'
import { RangeFields } from '../../shared/open-ranges/range-fields.tsx'
import { RangeTexts } from '../../shared/open-ranges/range-text.tsx'
import { holidayName } from './holiday-text.ts'
import type { HoursPart } from './hours-part.ts'
import classes from './working-hours.module.css'

/** A Hebrew leap year has 385 days, so that each kind occurs within them. */
const YEAR_DAYS = 400
const FRIDAY = 5
const SHORT: OpenRange[] = [{ from: '08:30', to: '13:00' }]

/** The next day of a kind, today included. */
function nextOf(kind: HolidayKind, city: CityKey) {
  const today = dayOf(new Date())
  for (let days = 0; days < YEAR_DAYS; days++) {
    const day = plusDays(today, days)
    const holiday = holidaysOn(day, city).find((one) => holidays[one].kind === kind)
    if (holiday) return { day, holiday }
  }
  return undefined
}

/** What days of each kind do to the hours. */
export function HolidayRules({ hours, errors, onChange }: HoursPart) {
  return (
    <ul className={classes.rules}>
      {holidayKinds.map((kind) => (
        <KindRule key={kind} {...{ kind, hours, errors, onChange }} />
      ))}
    </ul>
  )
}

const ruleOf = (wanted: string, { days }: WorkingHours): HolidayRule => {
  const friday = days[FRIDAY] ?? []
  if (wanted === 'short') return { rule: 'short', ranges: friday.length > 0 ? friday : SHORT }
  return { rule: wanted === 'open' ? 'open' : 'closed' }
}

function KindRule({ kind, hours, errors, onChange }: HoursPart & { kind: HolidayKind }) {
  const { t } = useTranslation('working-hours')
  const name = t(`kinds.${kind}`)
  const rule = hours.holidays[kind]
  const next = nextOf(kind, hours.city)
  const put = (changed: HolidayRule) => onChange?.({ holidays: { ...hours.holidays, [kind]: changed } })
  return (
    <li className={classes.rule}>
      <div className={classes.words}>
        <span className={classes.name}>{name}</span>
        {next && (
          <span className={classes.second}>
            {t('rules.next', { day: formatDayHead(noonOf(next.day)), name: holidayName(next.holiday) })}
          </span>
        )}
      </div>
      {onChange ? (
        <SegmentedControl
          aria-label={name}
          value={rule.rule}
          onChange={(wanted) => put(ruleOf(wanted, hours))}
          data={(['open', 'short', 'closed'] as const).map((value) => ({ value, label: t(`rules.${value}`) }))}
        />
      ) : (
        <span>{t(`rules.${rule.rule}`)}</span>
      )}
      {rule.rule === 'short' && (
        <div className={classes.ranges}>
          {onChange ? (
            <RangeFields
              name={name}
              ranges={rule.ranges}
              path={`hours.holidays.${kind}.ranges`}
              errors={errors}
              onChange={(ranges) => put({ rule: 'short', ranges })}
            />
          ) : (
            <RangeTexts ranges={rule.ranges} />
          )}
        </div>
      )}
    </li>
  )
}
