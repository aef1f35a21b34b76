import { Popover, UnstyledButton } from '@mantine/core'
import { IconChevronRight, IconFilter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDay } from '../../lib/format.ts'
import { lazily } from '../../lib/lazy.ts'
import { FilterChip } from '../../ui/filter-chip.tsx'
import classes from '../../ui/filters.module.css'
import { LazyPanel } from '../../ui/lazy-panel.tsx'
import { useSourceName } from '../../ui/source-mark.tsx'
import { ConditionChips, useConditions } from './conditions.tsx'
import { type FilterProps, filterNames, type ListFilter, listFilters } from './filters.ts'
import { peopleQuery } from './leads.api.ts'
import { countFilters, flagFilters, noFilters } from './leads-search.ts'
import { useStatuses } from './use-statuses.ts'

/** What a filter offers, fetched when one is first opened. */
const FilterPanel = lazily(() => import('./filter-panel.tsx'), 'FilterPanel')

/** What is chosen in a filter, as its chip says it; undefined: nothing. */
function useChosen({ businessId, search }: FilterProps) {
  const { t } = useTranslation('leads')
  const statuses = useStatuses(businessId)
  const sourceName = useSourceName()
  const summary = (names: (string | undefined)[]) => {
    const [first, ...others] = names
    if (first === undefined) return undefined
    return others.length > 0 ? t('andMore', { first, count: others.length }) : first
  }
  const { date, from, to, status, source, response, assigned, tag } = search
  // Only once somebody is filtered by: the list itself does not need to know everybody.
  const { data } = useQuery({ ...peopleQuery(businessId, null), enabled: Boolean(assigned?.length) })
  const personName = (id: string) =>
    id === 'none' ? t('nobody') : (data?.people.find(({ _id }) => _id === id)?.name ?? '…')
  const days = [...new Set([from, to])].map((day) => (day ? formatDay(day) : '…'))
  return {
    status: summary((status ?? []).map((id) => statuses.find(({ _id }) => _id === id)?.name ?? '…')),
    source: summary((source ?? []).map(sourceName)),
    assigned: summary((assigned ?? []).map(personName)),
    tag: summary(tag ?? []),
    response: summary((response ?? []).map((bucket) => t(`responses.${bucket}`))),
    date: date ? t(`dates.${date}`) : from || to ? days.join('–') : undefined,
  } satisfies Record<ListFilter, string | undefined>
}

const cleared = (name: ListFilter) =>
  name === 'date'
    ? { date: undefined, from: undefined, to: undefined, page: undefined }
    : { [name]: undefined, page: undefined }

/** The filters that are set, each with its cross, and the way to set another. */
export function FilterChips(props: FilterProps) {
  const { t } = useTranslation('leads')
  const { search, onChange } = props
  const chosen = useChosen(props)
  return (
    <>
      {listFilters.map(
        (name) =>
          chosen[name] && (
            <Popover key={name} position="bottom-start" returnFocus>
              <Popover.Target>
                <FilterChip label={t(filterNames[name])} value={chosen[name]} onClear={() => onChange(cleared(name))} />
              </Popover.Target>
              <Popover.Dropdown className={classes.panel} aria-label={t(filterNames[name])}>
                <LazyPanel>
                  <FilterPanel name={name} {...props} />
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
              label={t('only')}
              value={t(`flags.${name}`)}
              onClear={() => onChange({ [name]: undefined, page: undefined })}
            />
          ),
      )}
      <ConditionChips {...props} />
      <AddFilter {...props} />
      {countFilters(search) > 0 && (
        <UnstyledButton className={classes.clear} onClick={() => onChange({ ...noFilters, search: search.search })}>
          {t('clear')}
        </UnstyledButton>
      )}
    </>
  )
}

function AddFilter(props: FilterProps) {
  const { t } = useTranslation('leads')
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState<ListFilter>()
  const conditions = useConditions()
  const change = (opened: boolean) => {
    setOpen(opened)
    if (opened) setName(undefined)
  }
  return (
    <Popover position="bottom-start" opened={isOpen} onChange={change} returnFocus>
      <Popover.Target>
        <FilterChip
          label={t('filter')}
          icon={<IconFilter stroke={1.75} aria-hidden />}
          onClick={() => change(!isOpen)}
        />
      </Popover.Target>
      <Popover.Dropdown className={classes.panel} aria-label={t('filter')}>
        {/* Keyed: the focus follows into what was chosen. */}
        <LazyPanel key={name ?? 'all'}>
          {name ? (
            <FilterPanel name={name} {...props} />
          ) : (
            <>
              {listFilters.map((each) => (
                <UnstyledButton key={each} className={classes.item} onClick={() => setName(each)}>
                  {t(filterNames[each])}
                  <IconChevronRight size={14} stroke={2} className={classes.further} aria-hidden />
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
              <UnstyledButton
                className={classes.item}
                data-apart
                onClick={() => {
                  setOpen(false)
                  conditions.open()
                }}
              >
                {t('where.open')}
              </UnstyledButton>
            </>
          )}
        </LazyPanel>
      </Popover.Dropdown>
    </Popover>
  )
}
