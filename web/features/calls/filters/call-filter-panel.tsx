import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { callStatuses } from '#contract/calls/call-statuses.ts'
import { weekChoices } from '../../../lib/i18n/week-hours.ts'
import { peopleQuery } from '../../../lib/session/people.ts'
import { CallStatus } from '../../../shared/call-status.tsx'
import { PersonAvatar } from '../../../ui/display/person-avatar.tsx'
import { Phone } from '../../../ui/display/phone.tsx'
import { Choices } from '../../../ui/list/choices.tsx'
import { DayChoices } from '../../../ui/list/day-choices.tsx'
import classes from '../../../ui/list/filters.module.css'
import { callNumbersQuery } from './call-filters.api.ts'
import type { FilterProps, ListFilter } from './calls-search.ts'

/** The options of one filter. */
export function CallFilterPanel({ name, ...props }: FilterProps & { name: ListFilter }) {
  const { t } = useTranslation('calls')
  const { search, onChange } = props
  const { date, from, to } = search
  if (name === 'number') return <NumberPanel {...props} />
  if (name === 'answeredBy' || name === 'rang') return <PersonPanel name={name} {...props} />
  if (name === 'weekday' || name === 'hour') return <WeekPanel name={name} {...props} />
  if (name === 'date') return <DayChoices label={t('columns.date')} {...{ date, from, to, onChange }} />
  return (
    <Choices
      label={t('columns.status')}
      choices={callStatuses.map((status) => ({ value: status, label: <CallStatus status={status} state="ended" /> }))}
      chosen={search.status ?? []}
      onChange={(status) => onChange({ status, page: undefined })}
    />
  )
}

function WeekPanel({ name, search, onChange }: FilterProps & { name: 'weekday' | 'hour' }) {
  const { t } = useTranslation('calls')
  return (
    <Choices
      label={t(`columns.${name}`)}
      choices={weekChoices[name]()}
      chosen={search[name] ?? []}
      onChange={(chosen) => onChange({ [name]: chosen, page: undefined })}
    />
  )
}

function NumberPanel({ businessId, campaignId, search, onChange }: FilterProps) {
  const { t } = useTranslation('calls')
  const { data } = useQuery(callNumbersQuery(businessId, campaignId))
  if (data?.numbers.length === 0) return <p className={classes.nothing}>{t('noNumbers')}</p>
  const choices = (data?.numbers ?? []).map(({ _id, phone, label }) => ({
    value: _id,
    label: (
      <span className={classes.status}>
        <Phone number={phone} />
        {label && <bdi>{label}</bdi>}
      </span>
    ),
  }))
  return (
    <Choices
      label={t('columns.number')}
      choices={choices}
      chosen={search.number ?? []}
      onChange={(number) => onChange({ number, page: undefined })}
    />
  )
}

function PersonPanel({ name, businessId, search, onChange }: FilterProps & { name: 'answeredBy' | 'rang' }) {
  const { t } = useTranslation('calls')
  const { data } = useQuery(peopleQuery(businessId))
  const choices = (data?.people ?? []).map((person) => ({
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
      label={t(`columns.${name}`)}
      choices={choices}
      chosen={search[name] ?? []}
      onChange={(people) => onChange({ [name]: people, page: undefined })}
    />
  )
}
