import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { RouteInput } from '#contract/route.ts'
import { type CurrentUser, userRoutes } from '#contract/team/users.ts'
import { call } from '../http/call.ts'
import { sessionQuery } from './session.ts'

type Choices = Pick<RouteInput<typeof userRoutes.update>['body'], 'leadView' | 'tableViews'>

function withChoices(user: CurrentUser, { leadView = user.leadView, tableViews = {} }: Choices): CurrentUser {
  const views = { ...user.tableViews, ...tableViews }
  const kept = Object.entries(views).filter(([, view]) => view !== null)
  return { ...user, leadView, tableViews: Object.fromEntries(kept) }
}

/**
 * Keeps how the person wants things to be shown: at once here, then on the server. What the server refuses holds for
 * this visit and is only logged: it is not worth an interruption.
 */
export function useKeepChoices() {
  const client = useQueryClient()
  const { mutate } = useMutation({
    meta: { silent: true },
    // One after the other: the last choice is the one that stays.
    scope: { id: 'own-choices' },
    mutationFn: (choices: Choices) => call(userRoutes.update, { body: choices }),
  })
  return (choices: Choices) => {
    client.setQueryData(
      sessionQuery.queryKey,
      (session) => session && { ...session, user: withChoices(session.user, choices) },
    )
    mutate(choices)
  }
}
