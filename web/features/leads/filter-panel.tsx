import { Checkbox, Stack, UnstyledButton } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { datePresets } from '#contract/date-presets.ts'
import { responseBuckets } from '#contract/responses.ts'
import { lazily } from '../../lib/lazy.ts'
import { SourceMark } from '../../ui/source-mark.tsx'
import { StatusGlyph } from '../../ui/status-glyph.tsx'
import classes from './filters.module.css'
import { sourcesQuery } from './leads.api.ts'
import { type LeadsSearch, sourcesText } from './leads-search.ts'
import { useStatuses } from './use-statuses.ts'

/** The calendar is fetched when the filter is first opened. */
const DayRange = lazily(() => import('../../ui/day-range.tsx'), 'DayRange')

export const listFilters = ['status', 'source', 'response', 'date'] as const
export const flagFilters = ['unread', 'unanswered', 'trash'] as const
export type ListFilter = (typeof listFilters)[number]

export type FilterProps = {
  businessId: string
  search: LeadsSearch
  onChange: (changes: Record<string, unknown>) => void
}

/** What can be chosen in one filter. */
export function FilterPanel({ name, ...props }: FilterProps & { name: ListFilter }) {
  if (name === 'status') return <StatusPanel {...props} />
  if (name === 'source') return <SourcePanel {...props} />
  if (name === 'response') return <ResponsePanel {...props} />
  return <DatePanel {...props} />
}

type Choice = { value: string; label: ReactNode }
type ChoicesProps = {
  label: string
  choices: Choice[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

const Choices = ({ label, choices, chosen, onChange }: ChoicesProps) => (
  <Checkbox.Group value={[...chosen]} onChange={onChange} aria-label={label}>
    <Stack gap={0} className={classes.choices}>
      {choices.map((choice) => (
        <Checkbox
          key={choice.value}
          value={choice.value}
          label={choice.label}
          classNames={{ body: classes.choice ?? '', labelWrapper: classes.words ?? '' }}
        />
      ))}
    </Stack>
  </Checkbox.Group>
)

function StatusPanel({ businessId, search, onChange }: FilterProps) {
  const { t } = useTranslation('leads')
  const choices = useStatuses(businessId).map(({ _id, name, hue, type, part }) => ({
    value: _id,
    label: (
      <span className={classes.status} data-hue={hue}>
        <StatusGlyph type={type} part={part} />
        <bdi>{name}</bdi>
      </span>
    ),
  }))
  return (
    <Choices
      label={t('columns.status')}
      choices={choices}
      chosen={search.status ?? []}
      onChange={(status) => onChange({ status, page: undefined })}
    />
  )
}

function SourcePanel({ businessId, search, onChange }: FilterProps) {
  const { t } = useTranslation('leads')
  const { data } = useQuery(sourcesQuery(businessId))
  const chosen = search.source ?? []
  // A source from the address stays visible although no lead has come from it.
  const all = [...new Set([...(data?.sources ?? []), ...chosen])]
  return (
    <Choices
      label={t('columns.source')}
      choices={all.map((source) => ({ value: source, label: <SourceMark source={source} /> }))}
      chosen={chosen}
      onChange={(source) => onChange({ source: sourcesText(source), page: undefined })}
    />
  )
}

function ResponsePanel({ search, onChange }: FilterProps) {
  const { t } = useTranslation('leads')
  return (
    <Choices
      label={t('columns.response')}
      choices={responseBuckets.map((bucket) => ({ value: bucket, label: t(`responses.${bucket}`) }))}
      chosen={search.response ?? []}
      onChange={(response) => onChange({ response, page: undefined })}
    />
  )
}

function DatePanel({ search, onChange }: FilterProps) {
  const { t } = useTranslation('leads')
  const { date, from, to } = search
  const isAllTime = !date && !from && !to
  const set = (changes: Record<string, unknown>) =>
    onChange({ date: undefined, from: undefined, to: undefined, page: undefined, ...changes })
  const preset = (key: string, isChosen: boolean, onClick: () => void) => (
    <UnstyledButton key={key} className={classes.item} aria-pressed={isChosen} onClick={onClick}>
      {t(`dates.${key}`)}
      {isChosen && <IconCheck size={14} stroke={2} aria-hidden />}
    </UnstyledButton>
  )
  return (
    <div className={classes.dates}>
      <Stack gap={0} role="group" aria-label={t('columns.date')}>
        {preset('allTime', isAllTime, () => set({}))}
        {datePresets.map((key) => preset(key, date === key, () => set({ date: key })))}
      </Stack>
      <Suspense>
        <DayRange from={from} to={to} onChange={(first, last) => set({ from: first, to: last })} />
      </Suspense>
    </div>
  )
}
