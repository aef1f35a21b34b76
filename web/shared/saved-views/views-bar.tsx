import { UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazily } from '../../lib/lazy.ts'
import { useModal } from '../../lib/modal-stack.ts'
import type { link } from '../../lib/search.ts'
import { campaignNamesQuery, useSession } from '../../lib/session/session.ts'
import { ChangedView } from './changed-view.tsx'
import { useFollowView } from './use-follow-view.ts'
import { NO_VIEW, readableQuery, type SavedView, type ViewQuery, type ViewsOf } from './view-list.ts'
import { ViewNotices } from './view-notices.tsx'
import { viewsQuery } from './views.api.ts'
import classes from './views-bar.module.css'
import { ViewsMenu } from './views-menu.tsx'

const ViewForm = lazily(() => import('./view-form.tsx'), 'ViewForm')
const ViewsManager = lazily(() => import('./views-manager.tsx'), 'ViewsManager')

type Props<Query extends ViewQuery> = {
  of: ViewsOf<Query>
  businessId: string
  /** The view that the address names. */
  viewId: string | undefined
  /** What the list shows now. */
  shown: Query
  /** The same with all that a new view is to keep. */
  toSave: Query
  /** The list without a view, before the parameter that names none. */
  listWithout: (search: { view: string | undefined }) => ReturnType<typeof link>
  onLeave: (view: string | undefined) => void
}

/** Keeps the open tab visible if the bar is wider than the screen. */
const scrollIntoSight = (tab: HTMLElement | null) => tab?.scrollIntoView?.({ block: 'nearest', inline: 'center' })

/** The saved views: pinned ones as tabs, all in a menu, and what was changed in the open one. */
export function ViewsBar<Query extends ViewQuery>(props: Props<Query>) {
  const { of, businessId, viewId, shown } = props
  const { t } = useTranslation('saved-views')
  const session = useSession()
  const campaigns = useQuery(campaignNamesQuery(businessId)).data?.campaigns
  const { data } = useQuery(viewsQuery(of, businessId))
  const [editedId, setEditedId] = useState<string>()
  const form = useModal('saved-view')
  const manager = useModal('saved-views')
  const readable = (view: SavedView<Query>) => ({ ...view, query: readableQuery(view.query, campaigns) })
  const views = data?.views.map(readable) ?? []
  const open = views.find(({ _id }) => _id === viewId)
  const tabs = views.filter((view) => view.isPinned || view === open)
  const noView = session[of.sessionKey] ? NO_VIEW : undefined
  const leave = () => props.onLeave(noView)
  const edit = (view: { _id: string } | undefined) => {
    setEditedId(view?._id)
    form.open()
  }
  useFollowView({ of, businessId, open, shown, readable })
  return (
    <>
      <nav className={classes.row} aria-label={t('title')}>
        <div className={classes.tabs}>
          <Link
            {...props.listWithout({ view: noView })}
            className={classes.tab}
            activeOptions={{ exact: true }}
            aria-current={open ? undefined : 'page'}
          >
            {t(`${of.list}.all`)}
          </Link>
          {tabs.map((view) => (
            <Link
              key={view._id}
              ref={view === open ? scrollIntoSight : null}
              {...of.linkTo(businessId, view)}
              className={classes.tab}
              activeOptions={{ exact: true }}
              aria-current={view === open ? 'page' : undefined}
            >
              <bdi>{view.name}</bdi>
            </Link>
          ))}
        </div>
        {data && (
          <ViewsMenu {...{ of, businessId, views, open }} onSave={() => edit(undefined)} onManage={manager.open} />
        )}
        {open && !of.showsSame(shown, open.query) && (
          <ChangedView {...{ of, businessId, shown }} view={open} onSaveAs={() => edit(undefined)} />
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
        isGone={data !== undefined && !open && viewId !== undefined && viewId !== NO_VIEW}
        onSave={() => edit(undefined)}
        onLeave={leave}
      />
      <Suspense>
        {form.opened && (
          <ViewForm
            of={of}
            businessId={businessId}
            view={views.find(({ _id }) => _id === editedId)}
            query={props.toSave}
            onClose={form.close}
          />
        )}
        {manager.opened && (
          <ViewsManager {...{ of, businessId, views, open }} onClose={manager.close} onEdit={edit} onLeave={leave} />
        )}
      </Suspense>
    </>
  )
}

/** Whether the list shows anything that is worth saving as a view. */
const hasSomething = ({ filters, search }: ViewQuery) => Object.keys(filters).length > 0 || search !== undefined
