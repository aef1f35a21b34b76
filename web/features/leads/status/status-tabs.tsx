import { Box, Skeleton, UnstyledButton } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/format.ts'
import { useSlow } from '../../../ui/skeleton-rows.tsx'
import { StatusGlyph } from '../../../ui/status-glyph.tsx'
import type { StatusHue } from '../../../ui/status-pill.tsx'
import type { FilterProps } from '../filters/filters.ts'
import { isFiltered, type LeadsSearch } from '../filters/leads-search.ts'
import classes from './status-tabs.module.css'
import { useStatusCounts } from './use-status-counts.ts'
import { chosenIn, type StatusLook, useStatuses } from './use-statuses.ts'

type Props = FilterProps & { campaignId: string | null }

/** The statuses side by side on a phone, with how many leads have each: the list shows one of them, or all. */
export function StatusTabs({ businessId, campaignId, search, onChange }: Props) {
  const { t } = useTranslation('leads')
  const statuses = useStatuses(businessId)
  const { totals, isPending, isStale } = useStatusCounts(businessId, campaignId, search)
  if (isPending || statuses.length === 0) return <TabsOnTheirWay />

  const isAll = !search.status?.length && !search.statusType?.length
  const all = totals && [...totals.values()].reduce((sum, total) => sum + total, 0)
  if (all === 0 && isAll) return null

  const usual = new Set(chosenIn(statuses, campaignId))
  const shown = statuses.filter((one) => usual.has(one) || totals?.has(one._id) || isChosen(search, one))
  const told = isCounted(search) ? totals : undefined
  const choose = (status: string | undefined) => () =>
    void onChange({ status: status && [status], statusType: undefined, page: undefined })
  return (
    <Bar chosen={isAll ? '' : [search.status, search.statusType].join()} isStale={isStale} label={t('columns.status')}>
      <Tab isChosen={isAll} total={told && all} onClick={choose(undefined)}>
        {t('anyStatus')}
      </Tab>
      {shown.map((status) => (
        <Tab
          key={status._id}
          isChosen={isChosen(search, status)}
          total={told && (told.get(status._id) ?? 0)}
          hue={status.hue}
          onClick={choose(status._id)}
        >
          <StatusGlyph type={status.type} part={status.part} />
          <bdi>{status.name}</bdi>
        </Tab>
      ))}
    </Bar>
  )
}

/** Whether the address asks for it, by itself or by its type. */
const isChosen = ({ status, statusType }: LeadsSearch, { _id, type }: StatusLook) =>
  Boolean(status?.length || statusType?.length) &&
  (!status?.length || status.includes(_id)) &&
  (!statusType?.length || statusType.includes(type))

/** Beside campaign and days nothing narrows the list: of more than that it is not known how many have which status. */
const isCounted = (search: LeadsSearch) =>
  !isFiltered({ ...search, status: undefined, statusType: undefined, date: undefined, from: undefined, to: undefined })

type BarProps = { chosen: string; isStale: boolean; label: string; children: ReactNode }
function Bar({ chosen, isStale, label, children }: BarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const wasShown = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is chosen, which is then looked for.
  useLayoutEffect(() => {
    const tab = bar.current?.querySelector('[aria-pressed=true]')
    if (!bar.current || !tab) return
    const [place, room] = [tab.getBoundingClientRect(), bar.current.getBoundingClientRect()]
    // Sideways alone: the page stays where it is.
    if (place.left < room.left || place.right > room.right)
      bar.current.scrollBy?.({
        left: (place.left + place.right - room.left - room.right) / 2,
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
  /** Undefined: not known. */
  total: number | undefined
  hue?: StatusHue
  onClick: () => void
  children: ReactNode
}
const Tab = ({ isChosen, total, hue, onClick, children }: TabProps) => (
  <UnstyledButton className={classes.tab} data-hue={hue} aria-pressed={isChosen} onClick={onClick}>
    {/* The space is heard, not seen. */}
    {children} {total !== undefined && <span className={classes.total}>{formatNumber(total)}</span>}
  </UnstyledButton>
)

/** As high as the tabs, so that nothing moves when they come. */
function TabsOnTheirWay() {
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
