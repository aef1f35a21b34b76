import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isFreeChoice } from '#contract/leads/lead-fields.ts'
import { uniqueTags } from '#contract/leads/tags.ts'
import { peopleQuery } from '../../../lib/session/people.ts'
import { SourceMark } from '../../../shared/source-mark.tsx'
import { StatusGlyph } from '../../../shared/status-glyph.tsx'
import { PersonAvatar } from '../../../ui/display/person-avatar.tsx'
import { Choices } from '../../../ui/list/choices.tsx'
import { DayChoices } from '../../../ui/list/day-choices.tsx'
import classes from '../../../ui/list/filters.module.css'
import { useChoiceName, useChoices } from '../fields/use-choices.ts'
import { useStatuses } from '../status/use-statuses.ts'
import { type ChoiceFilter, choiceChange, type FilterProps, type ListFilter } from './leads-search.ts'
import { filterLabel } from './use-lead-filters.ts'

/** The choices of one filter. */
export function FilterPanel({ name, ...props }: FilterProps & { name: ListFilter }) {
  const { t } = useTranslation('leads')
  if (name !== 'date') return <ChoicePanel name={name} {...props} />
  const { search, onChange } = props
  const { date, from, to } = search
  return <DayChoices label={t('columns.date')} {...{ date, from, to }} onChange={(days) => void onChange(days)} />
}

function ChoicePanel({ businessId, name, search, onChange }: FilterProps & { name: ChoiceFilter }) {
  const { t } = useTranslation('leads')
  const known = useChoices(businessId, name)
  const markOf = useMarks(businessId, name)
  const chosen = search[name] ?? []
  // A text from the address is listed even if no lead has it.
  const all = isFreeChoice(name) ? [...new Set([...known, ...chosen])] : known
  const values = name === 'tag' ? uniqueTags([...all]) : all
  if (name === 'tag' && values.length === 0) return <p className={classes.nothing}>{t('noTags')}</p>
  return (
    <Choices
      label={t(filterLabel(name))}
      choices={values.map((value) => ({ value, label: markOf(value) }))}
      chosen={chosen}
      onChange={(next) => void onChange(choiceChange(name, next))}
    />
  )
}

/** A value as its choice shows it: with its glyph or picture, else its name. */
function useMarks(businessId: string, field: ChoiceFilter) {
  const nameOf = useChoiceName(businessId, [field])
  const statuses = useStatuses(businessId)
  const people = useQuery({ ...peopleQuery(businessId, null), enabled: field === 'assigned' }).data?.people
  const marks: Partial<Record<ChoiceFilter, (value: string) => ReactNode>> = {
    status: (id) => {
      const status = statuses.find(({ _id }) => _id === id)
      return (
        status && (
          <span className={classes.status} data-hue={status.hue}>
            <StatusGlyph type={status.type} part={status.part} />
            <bdi>{status.name}</bdi>
          </span>
        )
      )
    },
    source: (source) => <SourceMark source={source} />,
    assigned: (id) => {
      const person = people?.find(({ _id }) => _id === id)
      if (!person) return nameOf('assigned', id)
      return (
        <span className={classes.status}>
          <PersonAvatar {...person} id={id} />
          <bdi>{person.name}</bdi>
        </span>
      )
    },
    tag: (tag) => <bdi>{tag}</bdi>,
  }
  return (value: string) => marks[field]?.(value) ?? nameOf(field, value)
}
