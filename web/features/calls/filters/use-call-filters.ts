import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatPhone } from '#contract/values/phones.ts'
import { hourName, weekdayName } from '../../../lib/i18n/week-hours.ts'
import { useCan } from '../../../lib/session/session.ts'
import { useFilterValueText } from '../../../ui/list/filter-value-text.ts'
import type { ListFilters } from '../../../ui/list/list-filters.ts'
import { callNumbersQuery } from './call-filters.api.ts'
import { type FilterProps, flagFilters, type ListFilter, listFilters } from './calls-search.ts'
import { useAnswererName } from './use-answerer-name.ts'

/** The call filters that this member may use, with the text of their values. */
export function useCallFilters({ businessId, campaignId, search, onChange }: FilterProps): ListFilters<ListFilter> {
  const { t } = useTranslation('calls')
  const { many, days } = useFilterValueText()
  // The list of numbers requires the right to edit campaigns.
  const knowsNumbers = useCan('campaigns.edit')
  const { status, number, answeredBy, rang, weekday, hour } = search
  const { data: numbers } = useQuery({ ...callNumbersQuery(businessId, campaignId), enabled: Boolean(number?.length) })
  const nameOf = useAnswererName(businessId, Boolean(answeredBy?.length || rang?.length))
  const phoneOf = (id: string) => numbers?.numbers.find(({ _id }) => _id === id)?.phone
  const chosen = {
    status: many((status ?? []).map((one) => t(`statuses.${one}`))),
    number: many((number ?? []).map((id) => formatPhone(phoneOf(id) ?? '…'))),
    answeredBy: many((answeredBy ?? []).map(nameOf)),
    rang: many((rang ?? []).map(nameOf)),
    date: days(search),
    weekday: many((weekday ?? []).map(weekdayName)),
    hour: many((hour ?? []).map(hourName)),
  } satisfies Record<ListFilter, string | undefined>
  return {
    filters: listFilters
      .filter((name) => name !== 'number' || knowsNumbers)
      .map((name) => ({ name, label: t(`columns.${name}`), value: chosen[name] })),
    flags: flagFilters.map((name) => ({ name, label: t(`flags.${name}`), isSet: search[name] === true })),
    onChange,
  }
}
