import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RouteInput } from '#contract/route.ts'
import type { TableView } from '#contract/table-views.ts'
import { type CurrentUser, type LeadsLook, userRoutes } from '#contract/users.ts'
import { call } from '../../lib/call.ts'
import { sessionQuery, useSession } from '../../lib/session.ts'
import { columnsOf } from './columns.ts'

type Choices = Pick<RouteInput<typeof userRoutes.update>['body'], 'leadView' | 'tableViews'>

function withChoices(user: CurrentUser, { leadView = user.leadView, tableViews = {} }: Choices): CurrentUser {
  const leads = tableViews.leads === undefined ? user.tableViews.leads : (tableViews.leads ?? undefined)
  return { ...user, leadView, tableViews: { ...user.tableViews, leads } }
}

/**
 * Keeps how the person wants leads to be shown: at once here, then on the server. What the server refuses holds for this
 * visit and is only logged: it is not worth an interruption.
 */
function useKeep() {
  const client = useQueryClient()
  const { mutate } = useMutation({
    meta: { silent: true },
    // One after the other: the last choice is the one that stays.
    scope: { id: 'own-choices' },
    mutationFn: (choices: Choices) => call(userRoutes.update, { body: choices }),
    onError: (error) => console.warn(error),
  })
  return (choices: Choices) => {
    client.setQueryData(
      sessionQuery.queryKey,
      (session) => session && { ...session, user: withChoices(session.user, choices) },
    )
    mutate(choices)
  }
}

/** Table or cards, as the person last chose. */
export function useLeadsLook(): [LeadsLook, (look: LeadsLook) => void] {
  const { user } = useSession()
  const keep = useKeep()
  return [user.leadView, (leadView) => leadView !== user.leadView && keep({ leadView })]
}

/** The person's own columns and density of the lead table. */
export function useTableView() {
  const view = useSession().user.tableViews.leads
  const keep = useKeep()
  const columns = useMemo(() => columnsOf(view), [view])
  const density = view?.density ?? 'compact'
  const change = (changes: Partial<TableView>) =>
    keep({ tableViews: { leads: { columns, density, ...changes } satisfies TableView } })
  return { columns, density, isOwn: view !== undefined, change, reset: () => keep({ tableViews: { leads: null } }) }
}
export type OwnTable = ReturnType<typeof useTableView>
