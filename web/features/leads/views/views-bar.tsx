import { UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShownLeadColumn } from '#contract/leads/table-views.ts'
import type { LeadView } from '#contract/leads/views/lead-views.ts'
import { lazily } from '../../../lib/lazy.ts'
import { useModal } from '../../../lib/modal-stack.ts'
import { paths } from '../../../lib/paths.ts'
import { link } from '../../../lib/search.ts'
import { campaignNamesQuery, useSession } from '../../../lib/session/session.ts'
import type { OwnTable } from '../../../ui/table/use-table-view.ts'
import { type FilterProps, NO_VIEW } from '../filters/leads-search.ts'
import { ChangedView } from './changed-view.tsx'
import { useFollowView } from './use-follow-view.ts'
import { shownOf } from './use-shown-table.ts'
import { ViewNotices } from './view-notices.tsx'
import { type ListPlace, linkToView, readableQuery, showsSame, viewQueryOf } from './view-query.ts'
import { viewsQuery } from './views.api.ts'
import classes from './views-bar.module.css'
import { ViewsMenu } from './views-menu.tsx'

const ViewForm = lazily(() => import('./view-form.tsx'), 'ViewForm')
const ViewsManager = lazily(() => import('./views-manager.tsx'), 'ViewsManager')

export type ViewsBarProps = FilterProps & ListPlace & { table: OwnTable<ShownLeadColumn> | undefined }

/** Keeps the open tab visible if the bar is wider than the screen. */
const scrollIntoSight = (tab: HTMLElement | null) => tab?.scrollIntoView?.({ block: 'nearest', inline: 'center' })

/** The saved views: pinned ones as tabs, all in a menu, and what was changed in the open one. */
export function ViewsBar({ businessId, search, onChange, campaignId, look, table }: ViewsBarProps) {
  const { t } = useTranslation('lead-views')
  const { defaultLeadView } = useSession()
  const campaigns = useQuery(campaignNamesQuery(businessId)).data?.campaigns
  const { data } = useQuery(viewsQuery(businessId))
  const [edited, setEdited] = useState<LeadView>()
  const form = useModal('lead-view')
  const manager = useModal('lead-views')
  const shown = viewQueryOf(search, { campaignId, look })
  const readable = (view: LeadView) => ({ ...view, query: readableQuery(view.query, campaigns) })
  const views = data?.views.map(readable) ?? []
  const open = views.find(({ _id }) => _id === search.view)
  const tabs = views.filter((view) => view.isPinned || view === open)
  const noView = defaultLeadView ? NO_VIEW : undefined
  const leave = () => void onChange({ view: noView })
  const edit = (view: LeadView | undefined) => {
    setEdited(view)
    form.open()
  }
  useFollowView({ businessId, open, shown, readable })
  /** With the columns on the screen, so that others see the same. */
  const toSave = !shown.columns && table ? { ...shown, columns: shownOf(table.columns) } : shown
  return (
    <>
      <nav className={classes.row} aria-label={t('title')}>
        <div className={classes.tabs}>
          <Link
            {...link(paths.leads(businessId, campaignId, look), { view: noView })}
            className={classes.tab}
            activeOptions={{ exact: true }}
            aria-current={open ? undefined : 'page'}
          >
            {t('all')}
          </Link>
          {tabs.map((view) => (
            <Link
              key={view._id}
              ref={view === open ? scrollIntoSight : null}
              {...linkToView(businessId, view)}
              className={classes.tab}
              activeOptions={{ exact: true }}
              aria-current={view === open ? 'page' : undefined}
            >
              <bdi>{view.name}</bdi>
            </Link>
          ))}
        </div>
        {data && <ViewsMenu {...{ businessId, views, open }} onSave={() => edit(undefined)} onManage={manager.open} />}
        {open && !showsSame(shown, open.query) && (
          <ChangedView {...{ businessId, shown }} view={open} onSaveAs={() => edit(undefined)} />
        )}
        {data && !open && hasSomething(shown) && (
          <span className={classes.changed}>
            <UnstyledButton className={classes.act} onClick={() => edit(undefined)}>
              {t('save')}
            </UnstyledButton>
          </span>
        )}
      </nav>
      <ViewNotices
        view={open}
        isGone={data !== undefined && !open && search.view !== undefined && search.view !== NO_VIEW}
        onSave={() => edit(undefined)}
        onLeave={leave}
      />
      <Suspense>
        {form.opened && <ViewForm businessId={businessId} view={edited} query={toSave} onClose={form.close} />}
        {manager.opened && (
          <ViewsManager {...{ businessId, views, open }} onClose={manager.close} onEdit={edit} onLeave={leave} />
        )}
      </Suspense>
    </>
  )
}

/** Whether the list shows anything that is worth saving as a view. */
const hasSomething = ({ filters, search }: { filters: object; search?: string | undefined }) =>
  Object.keys(filters).length > 0 || search !== undefined
