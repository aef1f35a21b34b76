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
 * Saves display preferences: at once on this device, then on the server. If the server refuses, the choice holds for
 * this visit and the error is only logged.
 */
export function useKeepChoices() {
  const client = useQueryClient()
  const { mutate } = useMutation({
    meta: { silent: true },
    // Saved one after the other, so that the last choice wins.
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
