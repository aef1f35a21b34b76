import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { statusTypes } from '#contract/leads/lead-status.ts'
import { uniqueTags } from '#contract/leads/tags.ts'
import { responseBuckets } from '#contract/responses.ts'
import { SourceMark } from '../../../shared/source-mark.tsx'
import { StatusGlyph } from '../../../shared/status-glyph.tsx'
import { PersonAvatar } from '../../../ui/display/person-avatar.tsx'
import { Choices } from '../../../ui/list/choices.tsx'
import { DayChoices } from '../../../ui/list/day-choices.tsx'
import classes from '../../../ui/list/filters.module.css'
import { peopleQuery, sourcesQuery, tagsQuery } from '../leads.api.ts'
import { useStatuses } from '../status/use-statuses.ts'
import { encodeTexts, type FilterProps, type ListFilter } from './leads-search.ts'

/** The choices of one filter. */
export function FilterPanel({ name, ...props }: FilterProps & { name: ListFilter }) {
  if (name === 'status') return <StatusPanel {...props} />
  if (name === 'statusType') return <StatusTypePanel {...props} />
  if (name === 'source') return <SourcePanel {...props} />
  if (name === 'assigned') return <AssignedPanel {...props} />
  if (name === 'tag') return <TagPanel {...props} />
  if (name === 'response') return <ResponsePanel {...props} />
  return <DatePanel {...props} />
}

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

function StatusTypePanel({ search, onChange }: FilterProps) {
  const { t } = useTranslation('leads')
  return (
    <Choices
      label={t('statusType')}
      choices={statusTypes.map((type) => ({ value: type, label: t(`statusTypes.${type}`) }))}
      chosen={search.statusType ?? []}
      onChange={(statusType) => onChange({ statusType, page: undefined })}
    />
  )
}

function SourcePanel({ businessId, search, onChange }: FilterProps) {
  const { t } = useTranslation('leads')
  const { data } = useQuery(sourcesQuery(businessId))
  const chosen = search.source ?? []
  // A source from the address is listed even if no lead has it.
  const all = [...new Set([...(data?.sources ?? []), ...chosen])]
  return (
    <Choices
      label={t('columns.source')}
      choices={all.map((source) => ({ value: source, label: <SourceMark source={source} /> }))}
      chosen={chosen}
      onChange={(source) => onChange({ source: encodeTexts(source), page: undefined })}
    />
  )
}

function AssignedPanel({ businessId, search, onChange }: FilterProps) {
  const { t } = useTranslation('leads')
  const { data } = useQuery(peopleQuery(businessId, null))
  const people = (data?.people ?? []).map((person) => ({
    value: person._id,
    label: (
      <span className={classes.status}>
        <PersonAvatar {...person} id={person._id} />
        <bdi>{person.name}</bdi>
      </span>
    ),
  }))
  return (
    <Choices
      label={t('columns.assignedTo')}
      choices={[{ value: 'none', label: t('unassigned') }, ...people]}
      chosen={search.assigned ?? []}
      onChange={(assigned) => onChange({ assigned, page: undefined })}
    />
  )
}

function TagPanel({ businessId, search, onChange }: FilterProps) {
  const { t } = useTranslation('leads')
  const { data } = useQuery(tagsQuery(businessId))
  const chosen = search.tag ?? []
  const all = uniqueTags([...(data?.tags ?? []), ...chosen])
  if (all.length === 0) return <p className={classes.nothing}>{t('noTags')}</p>
  return (
    <Choices
      label={t('columns.tags')}
      choices={all.map((tag) => ({ value: tag, label: <bdi>{tag}</bdi> }))}
      chosen={chosen}
      onChange={(tag) => onChange({ tag: encodeTexts(tag), page: undefined })}
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
  return <DayChoices label={t('columns.date')} {...{ date, from, to }} onChange={(days) => void onChange(days)} />
}
