import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { topicOf } from '#contract/events/live.ts'
import { useLive } from '../../lib/http/live.ts'
import { throttleAsync, useLiveInvalidate } from '../../lib/live-list.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import type { SavedView, ViewQuery, ViewsOf } from './view-list.ts'
import { viewsQuery } from './views.api.ts'

const REFRESH_MS = 1_000

type Options<Query extends ViewQuery> = {
  of: ViewsOf<Query>
  businessId: string
  open: SavedView<Query> | undefined
  shown: Query
  readable: (view: SavedView<Query>) => SavedView<Query>
}

/** Keeps the views current. A list that shows a view as it was saved follows when a colleague changes the view. */
export function useFollowView<Query extends ViewQuery>(options: Options<Query>) {
  const { of, businessId } = options
  const { t } = useTranslation('saved-views')
  const client = useQueryClient()
  const navigate = useNavigate()
  const follow = useEffectEvent(async () => {
    const { open, shown, readable } = options
    const { views } = await client.fetchQuery({ ...viewsQuery(of, businessId), staleTime: 0 })
    const fresh = views.find(({ _id }) => _id === open?._id)
    const now = fresh && readable(fresh)
    if (!open || !now || !of.showsSame(shown, open.query) || of.showsSame(shown, now.query)) return
    toast.info(t('followed', { name: now.name }))
    await navigate({ ...of.linkTo(businessId, now), replace: true })
  })
  const [followSoon] = useState(() => throttleAsync(() => follow(), REFRESH_MS))
  useLive((message) => {
    if (message.kind !== 'change' || message.event.businessId !== businessId) return
    if (topicOf(message.event) === 'view') followSoon()
  })
  // Items that a view refers to may have been deleted.
  useLiveInvalidate({ businessId, topics: ['status', 'campaign', 'member', 'number'] }, [of.key(businessId)])
}
