import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useMenuEntries } from './menu-entries.ts'
import classes from './settings-tabs.module.css'

/** The settings of the business, side by side (decisions 0, row 4). */
export function SettingsTabs() {
  const { t } = useTranslation('shell')
  const { business } = useMenuEntries()
  const settings = business.filter(({ to }) => /^\/b\/[^/]+\/settings\//.test(to))
  return (
    <nav className={classes.tabs} aria-label={t('settings')}>
      {settings.map(({ key, label, to, isActive }) => (
        <Link key={key} to={to} className={classes.tab} aria-current={isActive ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
