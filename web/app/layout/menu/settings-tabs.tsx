import { Link } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isInSettings } from '../../../lib/paths.ts'
import { useMenuEntries } from './menu-entries.ts'
import classes from './settings-tabs.module.css'

/** The settings of the business, side by side. */
export function SettingsTabs() {
  const { t } = useTranslation('shell')
  const { business } = useMenuEntries()
  const settings = business.filter(({ to }) => isInSettings(to))
  const open = useRef<HTMLAnchorElement>(null)
  const opened = settings.find(({ isActive }) => isActive)?.key
  // Where the bar is wider than the screen the open tab would be out of sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is open, which the reference then points at.
  useLayoutEffect(() => {
    open.current?.scrollIntoView?.({ block: 'nearest', inline: 'center' })
  }, [opened])
  return (
    <nav className={classes.tabs} aria-label={t('settings')}>
      {settings.map(({ key, label, to, isActive }) => (
        <Link
          key={key}
          ref={isActive ? open : null}
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
