import { Popover, UnstyledButton } from '@mantine/core'
import { IconChevronRight, IconFilter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CallDirection, callDirections } from '#contract/call-statuses.ts'
import { formatDay, formatPhone } from '../../lib/format.ts'
import { lazily } from '../../lib/lazy.ts'
import { FilterChip } from '../../ui/filter-chip.tsx'
import classes from '../../ui/filters.module.css'
import { LazyPanel } from '../../ui/lazy-panel.tsx'
import segments from '../../ui/segments.module.css'
import { callNumbersQuery, callPeopleQuery } from './calls.api.ts'
import { countFilters, type FilterProps, flagFilters, type ListFilter, noFilters } from './calls-search.ts'
import { useFilterNames } from './use-filter-names.ts'

const CallFilterPanel = lazily(() => import('./call-filter-panel.tsx'), 'CallFilterPanel')

/** What is chosen in a filter, as its chip says it; undefined: nothing. */
function useChosen({ businessId, campaignId, search }: FilterProps) {
  const { t } = useTranslation('calls')
  const { t: leads } = useTranslation('leads')
  const { date, from, to, status, number, answeredBy } = search
  const { data: numbers } = useQuery({ ...callNumbersQuery(businessId, campaignId), enabled: Boolean(number?.length) })
  const { data: people } = useQuery({ ...callPeopleQuery(businessId), enabled: Boolean(answeredBy?.length) })
  const summary = ([first, ...others]: string[]) => {
    if (first === undefined) return undefined
    return others.length > 0 ? leads('andMore', { first, count: others.length }) : first
  }
  const phoneOf = (id: string) => numbers?.numbers.find(({ _id }) => _id === id)?.phone
  const days = [...new Set([from, to])].map((day) => (day ? formatDay(day) : '…'))
  return {
    status: summary((status ?? []).map((one) => t(`statuses.${one}`))),
    number: summary((number ?? []).map((id) => formatPhone(phoneOf(id) ?? '…'))),
    answeredBy: summary((answeredBy ?? []).map((id) => people?.people.find(({ _id }) => _id === id)?.name ?? '…')),
    date: date ? leads(`dates.${date}`) : from || to ? days.join('–') : undefined,
  } satisfies Record<ListFilter, string | undefined>
}

export const clearedFilter = (name: ListFilter) =>
  name === 'date'
    ? { date: undefined, from: undefined, to: undefined, page: undefined }
    : { [name]: undefined, page: undefined }

/** All, incoming or outgoing. */
export function DirectionSwitch({ search, onChange }: FilterProps) {
  const { t } = useTranslation('calls')
  const choice = (value: CallDirection | undefined, label: string) => (
    <UnstyledButton
      key={label}
      className={segments.choice}
      data-small
      aria-pressed={search.direction === value}
      onClick={() => onChange({ direction: value, page: undefined })}
    >
      {label}
    </UnstyledButton>
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div className={segments.bar} role="group" aria-label={t('direction')}>
      {choice(undefined, t('directionAll'))}
      {callDirections.map((value) => choice(value, t(`directions.${value}`)))}
    </div>
  )
}

/** The filters that are set, each with its cross, and the way to set another. */
export function CallFilterChips(props: FilterProps) {
  const { t } = useTranslation('calls')
  const { t: leads } = useTranslation('leads')
  const { search, onChange } = props
  const chosen = useChosen(props)
  const { names, nameOf } = useFilterNames()
  return (
    <>
      {names.map(
        (name) =>
          chosen[name] && (
            <Popover key={name} position="bottom-start" returnFocus>
              <Popover.Target>
                <FilterChip label={nameOf(name)} value={chosen[name]} onClear={() => onChange(clearedFilter(name))} />
              </Popover.Target>
              <Popover.Dropdown className={classes.panel} aria-label={nameOf(name)}>
                <LazyPanel>
                  <CallFilterPanel name={name} {...props} />
                </LazyPanel>
              </Popover.Dropdown>
            </Popover>
          ),
      )}
      {flagFilters.map(
        (name) =>
          search[name] && (
            <FilterChip
              key={name}
              label={leads('only')}
              value={t(`flags.${name}`)}
              onClear={() => onChange({ [name]: undefined, page: undefined })}
            />
          ),
      )}
      <AddFilter {...props} />
      {countFilters(search) > 0 && (
        <UnstyledButton
          className={classes.clear}
          onClick={() => onChange({ ...noFilters, search: search.search, direction: search.direction })}
        >
          {leads('clear')}
        </UnstyledButton>
      )}
    </>
  )
}

function AddFilter(props: FilterProps) {
  const { t } = useTranslation('calls')
  const { t: leads } = useTranslation('leads')
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState<ListFilter>()
  const { names, nameOf } = useFilterNames()
  const change = (opened: boolean) => {
    setOpen(opened)
    if (opened) setName(undefined)
  }
  return (
    <Popover position="bottom-start" opened={isOpen} onChange={change} returnFocus>
      <Popover.Target>
        <FilterChip
          label={leads('filter')}
          icon={<IconFilter stroke={1.75} aria-hidden />}
          onClick={() => change(!isOpen)}
        />
      </Popover.Target>
      <Popover.Dropdown className={classes.panel} aria-label={leads('filter')}>
        {/* Keyed: the focus follows into what was chosen. */}
        <LazyPanel key={name ?? 'all'}>
          {name ? (
            <CallFilterPanel name={name} {...props} />
          ) : (
            <>
              {names.map((each) => (
                <UnstyledButton key={each} className={classes.item} onClick={() => setName(each)}>
                  {nameOf(each)}
                  <IconChevronRight size={14} stroke={2} data-mirror aria-hidden />
                </UnstyledButton>
              ))}
              {flagFilters
                .filter((each) => !props.search[each])
                .map((each) => (
                  <UnstyledButton
                    key={each}
                    className={classes.item}
                    onClick={() => {
                      props.onChange({ [each]: true, page: undefined })
                      setOpen(false)
                    }}
                  >
                    {t(`flags.${each}`)}
                  </UnstyledButton>
                ))}
            </>
          )}
        </LazyPanel>
      </Popover.Dropdown>
    </Popover>
  )
}
