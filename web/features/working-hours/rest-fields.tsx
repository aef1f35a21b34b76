import { Button, NumberInput, Radio, SegmentedControl, Select, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { dayOf, plusDays } from '#contract/values/clock.ts'
import { type CityKey, candleMinutesIn, cityKeys, cityOf } from '#contract/working-hours/cities.ts'
import { TZEIT_DEGREES } from '#contract/working-hours/new-hours.ts'
import { restsOf } from '#contract/working-hours/rests.ts'
import { CANDLE_MINUTES_MAX, type RestEnd, type WorkingHours } from '#contract/working-hours/working-hours.ts'
import { formatTime, formatWeekday } from '../../lib/i18n/format.ts'
import { currentLanguage } from '../../lib/i18n/i18n.ts'
import { useMinute } from '../../shared/times/use-minute.ts'
import type { HoursPart } from './hours-part.ts'
import classes from './working-hours.module.css'

const nameOf = (city: CityKey) => cityOf(city)[currentLanguage()]
const keyOf = (end: RestEnd) => (end.by === 'degrees' ? `degrees ${end.degrees}` : `minutes ${end.minutes}`)
const usualEnds: RestEnd[] = [
  { by: 'degrees', degrees: TZEIT_DEGREES },
  { by: 'minutes', minutes: 42 },
  { by: 'minutes', minutes: 72 },
]

function useEndText() {
  const { t } = useTranslation('working-hours')
  return (end: RestEnd) =>
    end.by === 'degrees'
      ? t('rest.ends.degrees', { degrees: end.degrees })
      : t('rest.ends.minutes', { minutes: end.minutes })
}

/** The city, whether Shabbat is closed, and from when until when. */
export function RestFields({ hours, errors, onChange }: HoursPart) {
  const { t } = useTranslation('working-hours')
  if (!onChange) return <RestTexts hours={hours} />
  const move = (city: CityKey) => {
    const hasCustom = hours.candleMinutes === candleMinutesIn(hours.city)
    onChange({ city, ...(hasCustom && { candleMinutes: candleMinutesIn(city) }) })
  }
  const cities = cityKeys
    .map((city) => ({ value: city, label: nameOf(city) }))
    .sort((one, other) => one.label.localeCompare(other.label, currentLanguage()))
  return (
    <Stack>
      <Select
        label={t('rest.city')}
        description={t('rest.cityText')}
        data={cities}
        value={hours.city}
        onChange={(city) => city && move(city as CityKey)}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t('rest.noCity')}
      />
      <SegmentedControl
        aria-label={t('rest.shabbat')}
        value={hours.shabbat}
        onChange={(shabbat) => onChange({ shabbat: shabbat === 'open' ? 'open' : 'closed' })}
        data={(['closed', 'open'] as const).map((value) => ({ value, label: t(`rest.${value}`) }))}
      />
      {hasRests(hours) && <RestTimes {...{ hours, errors, onChange }} />}
    </Stack>
  )
}

const hasRests = ({ shabbat, holidays }: WorkingHours) => shabbat === 'closed' || holidays.yom_tov.rule === 'closed'

type TimesProps = HoursPart & { onChange: NonNullable<HoursPart['onChange']> }
function RestTimes({ hours, errors, onChange }: TimesProps) {
  const { t } = useTranslation('working-hours')
  const textOf = useEndText()
  const custom = candleMinutesIn(hours.city)
  const isUsual = usualEnds.some((end) => keyOf(end) === keyOf(hours.restEnd))
  const ends = isUsual ? usualEnds : [...usualEnds, hours.restEnd]
  return (
    <>
      <div className={classes.candles}>
        <NumberInput
          label={t('rest.candles')}
          description={t('rest.custom', { city: nameOf(hours.city), minutes: custom })}
          data-path="hours.candleMinutes"
          value={Number.isNaN(hours.candleMinutes) ? '' : hours.candleMinutes}
          onChange={(minutes) => onChange({ candleMinutes: minutes === '' ? Number.NaN : Number(minutes) })}
          min={0}
          max={CANDLE_MINUTES_MAX}
          clampBehavior="none"
          allowDecimal={false}
          allowNegative={false}
          error={errors['hours.candleMinutes']}
        />
        {hours.candleMinutes !== custom && (
          <Button variant="subtle" onClick={() => onChange({ candleMinutes: custom })}>
            {t('rest.toCustom')}
          </Button>
        )}
      </div>
      <Radio.Group
        label={t('rest.end')}
        value={keyOf(hours.restEnd)}
        onChange={(key) => onChange({ restEnd: ends.find((end) => keyOf(end) === key) ?? hours.restEnd })}
      >
        <Stack gap="xs" mt="xs">
          {ends.map((end) => (
            <Radio key={keyOf(end)} value={keyOf(end)} label={textOf(end)} />
          ))}
        </Stack>
      </Radio.Group>
      {!errors['hours.candleMinutes'] && <NextRest hours={hours} />}
    </>
  )
}

/** Rests are at most this many days apart, if any. */
const DAYS_AHEAD = 200

function NextRest({ hours }: { hours: WorkingHours }) {
  const { t } = useTranslation('working-hours')
  const now = useMinute()
  const restOn = restsOf(hours)
  for (let day = dayOf(now), left = DAYS_AHEAD; left > 0; day = plusDays(day, 1), left--) {
    const rest = restOn(day)
    if (!rest || rest.to <= now.getTime()) continue
    const [from, to] = [new Date(rest.from), new Date(rest.to)]
    return (
      <p className={classes.note}>
        {t('rest.next', {
          fromDay: formatWeekday(from),
          from: formatTime(from),
          toDay: formatWeekday(to),
          to: formatTime(to),
        })}
      </p>
    )
  }
  return null
}

function RestTexts({ hours }: { hours: WorkingHours }) {
  const { t } = useTranslation('working-hours')
  const textOf = useEndText()
  return (
    <>
      <dl className={classes.facts}>
        <dt>{t('rest.city')}</dt>
        <dd>{nameOf(hours.city)}</dd>
        <dt>{t('rest.shabbat')}</dt>
        <dd>{t(`rest.${hours.shabbat}`)}</dd>
        {hasRests(hours) && (
          <>
            <dt>{t('rest.candles')}</dt>
            <dd>{hours.candleMinutes}</dd>
            <dt>{t('rest.end')}</dt>
            <dd>{textOf(hours.restEnd)}</dd>
          </>
        )}
      </dl>
      {hasRests(hours) && <NextRest hours={hours} />}
    </>
  )
}
