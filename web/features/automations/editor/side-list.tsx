import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/paths.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { UserText } from '../../../ui/display/user-text.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { SearchField } from '../../../ui/list/search-field.tsx'
import { automationsQuery } from '../automations.api.ts'
import { OnSwitch } from '../list/on-switch.tsx'
import { RunCounts } from '../list/run-counts.tsx'
import classes from './editor.module.css'

/** This number of automations can be searched. */
const SEARCHED_FROM = 6

/** All automations beside the one that is open. */
export function SideList({ currentId }: { currentId: string }) {
  const { t } = useTranslation('automations')
  const { businessId } = useBusiness()
  const { data } = useQuery(automationsQuery(businessId))
  const [search, setSearch] = useState<string>()
  const all = data?.automations ?? []
  const words = search?.trim().toLocaleLowerCase() ?? ''
  return (
    <nav className={classes.side} aria-label={t('title')}>
      {all.length >= SEARCHED_FROM && <SearchField value={search} onSearch={setSearch} label={t('search')} />}
      {!data && <SkeletonRows rows={5} columns={1} />}
      <ul className={classes.others}>
        {all
          .filter(({ name }) => name.toLocaleLowerCase().includes(words))
          .map((automation) => (
            <li key={automation._id} className={classes.other} data-current={automation._id === currentId || undefined}>
              <OnSwitch automation={automation} />
              <div className={classes.otherWords}>
                <Link
                  className={classes.otherName}
                  to={paths.automation(businessId, automation._id)}
                  aria-current={automation._id === currentId ? 'page' : undefined}
                >
                  <UserText>{automation.name}</UserText>
                </Link>
                <RunCounts automation={automation} />
              </div>
            </li>
          ))}
      </ul>
    </nav>
  )
}
