import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isInSettings } from '../../../lib/paths.ts'
import { useMenuEntries } from './menu-entries.ts'
import classes from './settings-tabs.module.css'

/** Keeps the open tab visible if the bar is wider than the screen. */
const scrollIntoSight = (tab: HTMLElement | null) => tab?.scrollIntoView?.({ block: 'nearest', inline: 'center' })

/** Tabs of the business's settings. */
export function SettingsTabs() {
  const { t } = useTranslation('shell')
  const { business } = useMenuEntries()
  const settings = business.filter(({ to }) => isInSettings(to))
  return (
    <nav className={classes.tabs} aria-label={t('settings')}>
      {settings.map(({ key, label, to, isActive }) => (
        <Link
          key={key}
          ref={isActive ? scrollIntoSight : null}
          to={to}
          className={classes.tab}
          aria-current={isActive ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
