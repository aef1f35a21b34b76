import { FocusTrap, Popover, UnstyledButton } from '@mantine/core'
import { IconChevronRight, IconFilter } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDay } from '../../lib/format.ts'
import { FilterChip } from '../../ui/filter-chip.tsx'
import { useSourceName } from '../../ui/source-mark.tsx'
import { FilterPanel, type FilterProps, flagFilters, type ListFilter, listFilters } from './filter-panel.tsx'
import classes from './filters.module.css'
import { countFilters, noFilters } from './leads-search.ts'
import { useStatuses } from './use-statuses.ts'

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
  const { date, from, to, status, source, response } = search
  const days = [...new Set([from, to])].map((day) => (day ? formatDay(day) : '…'))
  return {
    status: summary((status ?? []).map((id) => statuses.find(({ _id }) => _id === id)?.name ?? '…')),
    source: summary((source ?? []).map(sourceName)),
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
            <Popover key={name} position="bottom-start" trapFocus returnFocus>
              <Popover.Target>
                <FilterChip label={t(`columns.${name}`)} value={chosen[name]} onClear={() => onChange(cleared(name))} />
              </Popover.Target>
              <Popover.Dropdown className={classes.panel} aria-label={t(`columns.${name}`)}>
                <FilterPanel name={name} {...props} />
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
        <FocusTrap active key={name ?? 'all'}>
          <div>
            {name ? (
              <FilterPanel name={name} {...props} />
            ) : (
              <>
                {listFilters.map((each) => (
                  <UnstyledButton key={each} className={classes.item} onClick={() => setName(each)}>
                    {t(`columns.${each}`)}
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
              </>
            )}
          </div>
        </FocusTrap>
      </Popover.Dropdown>
    </Popover>
  )
}
