import { Link } from '@tanstack/react-router'
import { formatNumber } from '../../lib/i18n/format.ts'
import { link } from '../../lib/search.ts'
import classes from './tab-bar.module.css'

type Tab = {
  key: string
  label: string
  to: string
  /** Search parameters of the tab's address. */
  search?: Record<string, string | undefined>
  isActive: boolean
  /** Number of waiting items. */
  count?: number | undefined
}

/** Keeps the open tab visible if the bar is wider than the screen. */
const scrollIntoSight = (tab: HTMLElement | null) => tab?.scrollIntoView?.({ block: 'nearest', inline: 'center' })

/** Links to the parts of one page, each with its own address. */
export const TabBar = ({ label, tabs }: { label: string; tabs: readonly Tab[] }) => (
  <nav className={classes.bar} aria-label={label}>
    {tabs.map(({ key, label: name, to, search, isActive, count }) => (
      <Link
        key={key}
        ref={isActive ? scrollIntoSight : null}
        {...link(to, search)}
        className={classes.tab}
        activeOptions={{ exact: true }}
        aria-current={isActive ? 'page' : undefined}
      >
        {name}
        {count !== undefined && <span className={classes.count}>{formatNumber(count)}</span>}
      </Link>
    ))}
  </nav>
)
