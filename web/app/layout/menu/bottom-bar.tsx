import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from './bottom-bar.module.css'
import { MenuCount } from './menu-count.tsx'
import { useBottomEntries } from './menu-entries.ts'

/** Within reach of the thumb: the first pages that the person may open; hidden while they type. */
export function BottomBar() {
  const { t } = useTranslation('shell')
  const entries = useBottomEntries()
  return (
    <nav className={classes.bar} aria-label={t('mainPages')}>
      {entries.map(({ key, label, to, Icon, isActive, count }) => (
        <Link key={key} to={to} className={classes.entry} aria-current={isActive ? 'page' : undefined}>
          <Icon size={20} stroke={1.75} aria-hidden />
          <span className={classes.label}>{label}</span>
          {/* The space separates name and number for screen readers. */}
          {count && [' ', <MenuCount key="count" count={count} />]}
        </Link>
      ))}
    </nav>
  )
}
