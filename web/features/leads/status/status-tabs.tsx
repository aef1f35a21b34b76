import { Box, Skeleton, UnstyledButton } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/i18n/format.ts'
import { StatusGlyph } from '../../../shared/status-glyph.tsx'
import type { StatusHue } from '../../../shared/status-pill.tsx'
import { useSlow } from '../../../ui/feedback/skeleton-rows.tsx'
import { type FilterProps, isFiltered, type LeadsSearch, noFilters } from '../filters/leads-search.ts'
import classes from './status-tabs.module.css'
import { useStatusCounts } from './use-status-counts.ts'
import { type LocalizedStatus, selectableIn, useStatuses } from './use-statuses.ts'

type Props = FilterProps & { campaignId: string | null }

/** Statuses as tabs on narrow screens, with the number of leads in each; the list shows one status or all. */
export function StatusTabs({ businessId, campaignId, search, onChange }: Props) {
  const { t } = useTranslation('leads')
  const statuses = useStatuses(businessId)
  const { totals, isPending, isStale } = useStatusCounts(businessId, campaignId, search)
  if (isPending || statuses.length === 0) return <TabsSkeleton />

  const isAll = !search.status?.length && !search.statusType?.length
  const all = totals && [...totals.values()].reduce((sum, total) => sum + total, 0)
  if (all === 0 && isAll && !search.trash) return null

  const selectable = new Set(selectableIn(statuses, campaignId))
  const shown = statuses.filter((one) => selectable.has(one) || totals?.has(one._id) || isChosen(search, one))
  const shownTotals = areTotalsExact(search) ? totals : undefined
  const choose = (status: string | undefined) => () =>
    void onChange({ status: status && [status], statusType: undefined, trash: undefined, page: undefined })
  return (
    <Bar chosen={[search.status, search.statusType, search.trash].join()} isStale={isStale} label={t('columns.status')}>
      <Tab isChosen={isAll && !search.trash} total={shownTotals && all} onClick={choose(undefined)}>
        {t('anyStatus')}
      </Tab>
      {shown.map((status) => (
        <Tab
          key={status._id}
          isChosen={isChosen(search, status)}
          total={shownTotals && (shownTotals.get(status._id) ?? 0)}
          hue={status.hue}
          onClick={choose(status._id)}
        >
          <StatusGlyph type={status.type} part={status.part} />
          <bdi>{status.name}</bdi>
        </Tab>
      ))}
      <Tab
        isChosen={search.trash === true}
        total={undefined}
        onClick={() => void onChange({ ...noFilters, trash: true })}
      >
        <IconTrash size={16} stroke={1.75} aria-hidden />
        {t('trash')}
      </Tab>
    </Bar>
  )
}

/** Selected in the address by its id or by its type. */
const isChosen = ({ status, statusType }: LeadsSearch, { _id, type }: LocalizedStatus) =>
  Boolean(status?.length || statusType?.length) &&
  (!status?.length || status.includes(_id)) &&
  (!statusType?.length || statusType.includes(type))

/** Totals by status are known for a campaign and days only; under other filters the tabs have no numbers. */
const areTotalsExact = (search: LeadsSearch) =>
  !isFiltered({ ...search, status: undefined, statusType: undefined, date: undefined, from: undefined, to: undefined })

type BarProps = { chosen: string; isStale: boolean; label: string; children: ReactNode }
function Bar({ chosen, isStale, label, children }: BarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const wasShown = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another tab is chosen.
  useLayoutEffect(() => {
    const tab = bar.current?.querySelector('[aria-pressed=true]')
    if (!bar.current || !tab) return
    const [tabBox, barBox] = [tab.getBoundingClientRect(), bar.current.getBoundingClientRect()]
    // Not scrollIntoView: it would also scroll the page.
    if (tabBox.left < barBox.left || tabBox.right > barBox.right)
      bar.current.scrollBy?.({
        left: (tabBox.left + tabBox.right - barBox.left - barBox.right) / 2,
        behavior: wasShown.current ? 'auto' : 'instant',
      })
    wasShown.current = true
  }, [chosen])
  return (
    <Box ref={bar} className={classes.bar} mod={{ stale: isStale }} role="group" aria-label={label}>
      {children}
    </Box>
  )
}

type TabProps = {
  isChosen: boolean
  /** Undefined: unknown. */
  total: number | undefined
  hue?: StatusHue
  onClick: () => void
  children: ReactNode
}
const Tab = ({ isChosen, total, hue, onClick, children }: TabProps) => (
  <UnstyledButton className={classes.tab} data-hue={hue} aria-pressed={isChosen} onClick={onClick}>
    {/* The space separates name and number for screen readers. */}
    {children} {total !== undefined && <span className={classes.total}>{formatNumber(total)}</span>}
  </UnstyledButton>
)

/** As high as the tabs, so that nothing shifts when they load. */
function TabsSkeleton() {
  const isSlow = useSlow()
  return (
    <div className={classes.bar} aria-hidden>
      {isSlow &&
        ['4rem', '6rem', '8rem', '7rem'].map((width) => (
          <Skeleton key={width} className={classes.coming} width={width} />
        ))}
    </div>
  )
}
