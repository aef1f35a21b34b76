import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { campaignNamesQuery, useBusiness } from '../../lib/session/session.ts'
import { useNarrow } from '../../lib/use-narrow.ts'
import { Loader } from '../../ui/feedback/loader.tsx'
import { NoPermission } from '../../ui/feedback/no-permission.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { startOfSettings, useMenuEntries } from '../layout/menu/menu-entries.ts'
import classes from './settings-page.module.css'
import { SettingsSearch } from './settings-search.tsx'
import { useSettings } from './use-settings.ts'

/** The settings of the business: a list of its pages on narrow screens; on others the last visited page. */
export function SettingsPage() {
  const { t } = useTranslation('shell')
  const { businessId } = useBusiness()
  const isNarrow = useNarrow()
  const start = startOfSettings(businessId, useMenuEntries().settings)
  // Some pages depend on rights in campaigns, which must be loaded first.
  const { isPending } = useQuery(campaignNamesQuery(businessId))
  if (!start && isPending) return <Loader />
  if (start && !isNarrow) return <Navigate to={start} replace />
  return <Page title={t('settings')}>{start ? <Hub /> : <NoPermission />}</Page>
}

function Hub() {
  const { t } = useTranslation('shell')
  const settings = useSettings()
  return (
    <nav aria-label={t('settings')}>
      <SettingsSearch {...settings} />
      {settings.sections.map(({ id, label, entries }) => (
        <section key={id} aria-label={label}>
          <h2 className={classes.label}>{label}</h2>
          <ul className={classes.list}>
            {entries.map(({ key, label: name, to, Icon, State }) => (
              <li key={key}>
                <Link to={to} className={classes.row}>
                  <Icon size={20} stroke={1.75} aria-hidden />
                  <span className={classes.name}>{name}</span>
                  {/* A state that comes later, or not at all, must not move or hide the list. */}
                  <Suspense>{State && <State />}</Suspense>
                  <IconChevronRight size={18} stroke={1.75} className={classes.mark} data-mirror aria-hidden />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p role="status" className={classes.none}>
        {settings.sections.length === 0 && t('noSettings')}
      </p>
    </nav>
  )
}
