import { ActionIcon, Tooltip } from '@mantine/core'
import { IconHelpCircle, IconLayoutSidebar } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/paths.ts'
import { useSession } from '../../../lib/session/session.ts'
import { Logo } from '../../../ui/layout/logo.tsx'
import { MenuCount } from './menu-count.tsx'
import { type MenuEntry, startOfSettings, useMenuEntries } from './menu-entries.ts'
import classes from './side-menu.module.css'

type Props = { isFolded: boolean; onFold: () => void }

/** The menu beside the content on wide screens. Folded, it shows only icons. */
export function SideMenu({ isFolded, onFold }: Props) {
  const { t } = useTranslation('shell')
  const { supportUrl, businessId = '' } = useSession()
  const { dashboard, business, settings } = useMenuEntries()
  const start = startOfSettings(businessId, settings)
  const ofBusiness = business.map((entry) => ({ ...entry, to: (entry.key === 'settings' && start) || entry.to }))
  const fold = isFolded ? t('unfoldMenu') : t('foldMenu')
  return (
    <div className={classes.menu} data-folded={isFolded || undefined}>
      <div className={classes.top}>
        {!isFolded && (
          <Link to={paths.dashboard} className={classes.home}>
            <Logo />
          </Link>
        )}
        <ActionIcon aria-label={fold} title={fold} aria-expanded={!isFolded} onClick={onFold}>
          <IconLayoutSidebar size={18} stroke={1.75} data-mirror aria-hidden />
        </ActionIcon>
      </div>
      <Entries entries={dashboard} isFolded={isFolded} />
      {business.length > 0 && (
        <>
          <hr className={classes.line} />
          <Entries entries={ofBusiness} isFolded={isFolded} label={t('business')} />
        </>
      )}
      <div className={classes.space} />
      <Named label={t('support')} isFolded={isFolded}>
        <a href={supportUrl} className={classes.entry} {...(isFolded && { 'aria-label': t('support') })}>
          <IconHelpCircle stroke={1.75} aria-hidden />
          {!isFolded && t('support')}
        </a>
      </Named>
    </div>
  )
}

function Entries({ entries, isFolded, label }: { entries: MenuEntry[]; isFolded: boolean; label?: string }) {
  const { t } = useTranslation('shell')
  return (
    <ul className={classes.list} aria-label={label}>
      {entries.map(({ key, label, to, Icon, isActive, count }) => (
        <li key={key}>
          <Named label={label} isFolded={isFolded}>
            <Link
              to={to}
              className={classes.entry}
              aria-current={isActive ? 'page' : undefined}
              {...(isFolded && { 'aria-label': count ? t('withCount', { label, count }) : label })}
            >
              <Icon stroke={1.75} aria-hidden />
              {!isFolded && label}
              {count && <MenuCount count={count} />}
            </Link>
          </Named>
        </li>
      ))}
    </ul>
  )
}

/** Shows the entry's name on hover when folded. */
const Named = ({ label, isFolded, children }: { label: string; isFolded: boolean; children: ReactNode }) =>
  isFolded ? (
    <Tooltip label={label} position="right">
      {children}
    </Tooltip>
  ) : (
    children
  )
