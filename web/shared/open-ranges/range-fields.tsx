import { ActionIcon } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { HOURS_MAX, type OpenRange } from '#contract/working-hours/ranges.ts'
import { type ErrorsByPath, errorBelow } from '../../lib/http/error-below.ts'
import { ClockInput } from './clock-input.tsx'
import classes from './open-ranges.module.css'
import { RangeHint } from './range-text.tsx'

export type RangeFieldsProps = {
  /** What the ranges are of, as a weekday's name. */
  name: string
  ranges: readonly OpenRange[]
  /** Path of the ranges within the form. */
  path: string
  errors: ErrorsByPath
  onChange: (ranges: OpenRange[]) => void
  /** Says that there is no range; else that it is closed. */
  none?: string | undefined
  /** More fields of a range. */
  more?: ((at: number) => ReactNode) | undefined
}

/** Ranges of one day, of opening hours or of shifts; an error stands at its range. */
export function RangeFields({ name, ranges, path, errors, onChange, none, more }: RangeFieldsProps) {
  const { t } = useTranslation('open-ranges')
  const put = (at: number, changes: Partial<OpenRange>) =>
    onChange(ranges.map((range, index) => (index === at ? { ...range, ...changes } : range)))
  const clock = (at: number, end: 'from' | 'to', hasError: boolean) => (
    <ClockInput
      aria-label={t(end, { day: name })}
      data-path={`${path}.${at}.${end}`}
      value={ranges[at]?.[end] ?? ''}
      error={hasError}
      onChange={(clock) => put(at, { [end]: clock })}
    />
  )
  const ofAll = errors[path]
  return (
    <div className={classes.ranges}>
      {ranges.length === 0 && <span className={classes.closed}>{none ?? t('closed')}</span>}
      {ranges.map((range, at) => {
        const error = errorBelow(errors, `${path}.${at}`)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: ranges are identified by their position.
          <div className={classes.range} key={at}>
            {clock(at, 'from', Boolean(error ?? ofAll))}
            <span aria-hidden>–</span>
            {clock(at, 'to', Boolean(error ?? ofAll))}
            {more?.(at)}
            <span className={classes.acts}>
              {ranges.length > 1 && (
                <ActionIcon
                  aria-label={t('removeRange', { day: name })}
                  onClick={() => onChange(ranges.filter((_one, index) => index !== at))}
                >
                  <IconX size={16} stroke={1.75} aria-hidden />
                </ActionIcon>
              )}
              {at === ranges.length - 1 && ranges.length < HOURS_MAX && (
                <ActionIcon
                  aria-label={t('addRange', { day: name })}
                  onClick={() => onChange([...ranges, { from: later(range.to, 1), to: later(range.to, 3) }])}
                >
                  <IconPlus size={16} stroke={1.75} aria-hidden />
                </ActionIcon>
              )}
            </span>
            {!error && <RangeHint range={range} />}
            {error && (
              <p className={classes.error} role="alert">
                {error}
              </p>
            )}
          </div>
        )
      })}
      {ofAll && (
        <p className={classes.error} role="alert">
          {ofAll}
        </p>
      )}
    </div>
  )
}

/** Adds hours to a time of day. */
const later = (clock: string, hours: number) =>
  `${String((Number(clock.slice(0, 2)) + hours) % 24).padStart(2, '0')}${clock.slice(2)}`
