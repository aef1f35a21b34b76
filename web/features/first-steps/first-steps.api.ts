import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { EventTopic } from '#contract/events/events.ts'
import { type FirstStepsState, firstStepRoutes } from '#contract/first-steps.ts'
import { actsEverywhere } from '#contract/roles.ts'
import { call } from '../../lib/http/call.ts'
import { useLiveInvalidate } from '../../lib/live-list.ts'
import { paths } from '../../lib/paths.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { campaignNamesQuery, useBusiness, useCanIn } from '../../lib/session/session.ts'
import type { FirstStep } from '../../shared/first-step.ts'
import { toast } from '../../ui/feedback/toast.tsx'

const firstStepsQuery = (businessId: string) =>
  queryOptions({
    queryKey: queryKeys.firstSteps(businessId),
    queryFn: () => call(firstStepRoutes.get),
    // Errors are not shown, because the overview is complete without the list.
    meta: { silent: true },
  })

/** Topics of events that can complete a step. */
const topics: readonly EventTopic[] = ['campaign', 'number', 'call', 'form', 'member', 'business']

type ShownStep = FirstStep & { isDone: boolean; target: ReturnType<FirstStep['to']> }
export type ShownSteps = { steps: ShownStep[]; next: ShownStep | undefined }

/**
 * The steps that the user may do, while one of them is left and the list is not dismissed. `isPending`: it is not known
 * yet whether there are any.
 */
export function useFirstSteps(all: readonly FirstStep[]): { isPending: boolean; shown: ShownSteps | undefined } {
  const { businessId, business, role } = useBusiness()
  const can = useCanIn()
  const isAsked = actsEverywhere(role) && business.closesAt === null
  const { data, isLoading } = useQuery({ ...firstStepsQuery(businessId), enabled: isAsked })
  const { data: names } = useQuery(campaignNamesQuery(businessId))
  useLiveInvalidate({ businessId, topics }, isAsked ? [queryKeys.firstSteps(businessId)] : [])
  const isDone = new Map(data?.steps.map((one) => [one.step, one.isDone]))
  const campaignId = names?.campaigns[0]?._id
  const steps = all.flatMap((one) => {
    const known = isDone.get(one.step)
    if (known === undefined || (one.needs && !can(one.needs))) return []
    const isTooEarly = one.after && !isDone.get(one.after)
    return { ...one, isDone: known, target: isTooEarly ? undefined : one.to({ businessId, campaignId }) }
  })
  const isOpen = isAsked && data && !data.isDismissed && steps.some((one) => !one.isDone)
  return {
    isPending: isAsked && isLoading,
    shown: isOpen ? { steps, next: steps.find((one) => !one.isDone && one.target) } : undefined,
  }
}

/** Hides the list from all Owners and Admins of the business, or shows it again. */
export function useDismissFirstSteps(businessId: string) {
  const client = useQueryClient()
  const queryKey = queryKeys.firstSteps(businessId)
  return useMutation({
    mutationFn: (isDismissed: boolean) => call(firstStepRoutes.change, { body: { isDismissed } }),
    onMutate: (isDismissed) =>
      client.setQueryData<FirstStepsState>(queryKey, (known) => known && { ...known, isDismissed }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}

/** Opens the overview with the list, if a step is left. */
export function useShowFirstSteps(businessId: string) {
  const router = useRouter()
  const { t } = useTranslation('palette')
  const client = useQueryClient()
  const { mutateAsync: dismiss } = useDismissFirstSteps(businessId)
  return async () => {
    await dismiss(false)
    const { steps } = await client.fetchQuery(firstStepsQuery(businessId))
    if (steps.every(({ isDone }) => isDone)) toast.info(t('firstStepsDone'))
    else void router.navigate({ to: paths.dashboard })
  }
}
