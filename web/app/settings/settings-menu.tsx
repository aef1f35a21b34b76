import { Select } from '@mantine/core'
import { Link, useRouter } from '@tanstack/react-router'
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

/** The same as one field above the page, where there is no room for a column. */
export function SettingsSelect() {
  const { t } = useTranslation('shell')
  const router = useRouter()
  const { sections, open } = useSettings()
  const entries = sections.flatMap((section) => section.entries)
  return (
    <nav className={classes.field} aria-label={t('settings')}>
      <Select
        aria-label={t('chooseSettings')}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t('noSettings')}
        data={sections.map((section) => ({
          group: section.label,
          items: section.entries.map(({ key, label }) => ({ value: key, label })),
        }))}
        value={open?.key ?? null}
        onChange={(chosen) => {
          const entry = entries.find(({ key }) => key === chosen)
          if (entry) void router.navigate({ href: entry.to })
        }}
      />
    </nav>
  )
}
