import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from './settings-menu.module.css'
import { SettingsSearch } from './settings-search.tsx'
import { useSettings } from './use-settings.ts'

/** The settings' own menu, beside the page. */
export function SettingsMenu() {
  const { t } = useTranslation('shell')
  const settings = useSettings()
  return (
    <nav className={classes.menu} aria-label={t('settings')}>
      <p className={classes.title} aria-hidden>
        {t('settings')}
      </p>
      <SettingsSearch {...settings} />
      {settings.sections.map(({ id, label, entries }) => (
        <div key={id} className={classes.section}>
          <p className={classes.label} aria-hidden>
            {label}
          </p>
          <ul className={classes.list} aria-label={label}>
            {entries.map(({ key, label: name, to, isActive }) => (
              <li key={key}>
                <Link to={to} className={classes.entry} aria-current={isActive ? 'page' : undefined}>
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <p role="status" className={classes.none}>
        {settings.sections.length === 0 && t('noSettings')}
      </p>
    </nav>
  )
}
