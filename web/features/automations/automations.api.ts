import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { businessRoutes } from '#contract/businesses.ts'
import type { Language } from '#contract/constants.ts'
import type { AutomationContent } from '#contract/leads/automations/automation-shapes.ts'
import type { AutomationTemplate } from '#contract/leads/automations/automation-templates.ts'
import {
  type Automation,
  type AutomationSummary,
  automationRoutes as routes,
} from '#contract/leads/automations/automations.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import type { RouteInput, RouteReply } from '#contract/route.ts'
import { call } from '../../lib/http/call.ts'
import { sendOnce } from '../../lib/http/idempotency-key.ts'
import { queryKeys } from '../../lib/query-keys.ts'

const LEADS_OFFERED = 10

type ListReply = RouteReply<typeof routes.list>
type RunState = NonNullable<RouteInput<typeof routes.runs>['query']>['state']
const listKey = (businessId: string) => ['automations', businessId, 'list'] as const
const runsKey = (businessId: string, id: string) => ['automations', businessId, 'runs', id] as const

export const automationsQuery = (businessId: string) =>
  queryOptions({ queryKey: listKey(businessId), queryFn: () => call(routes.list) })

export const automationQuery = (businessId: string, id: string) =>
  queryOptions({
    queryKey: ['automations', businessId, 'one', id] as const,
    queryFn: () => readAutomation(id),
    // The editor keeps its own copy, and learns of changes by others when it saves.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
export const readAutomation = async (id: string): Promise<Automation> =>
  (await call(routes.get, { params: { id } })).automation

export const versionsQuery = (businessId: string, id: string) =>
  queryOptions({
    queryKey: ['automations', businessId, 'versions', id] as const,
    queryFn: () => call(routes.versions, { params: { id } }),
    staleTime: 0,
  })

const RUNS_POLL_MS = 15_000
/** The log, which goes on while it is open. */
type RunFilter = { state: RunState; leadId: string | undefined }
export const runsQuery = (businessId: string, id: string, { state, leadId }: RunFilter) =>
  queryOptions({
    queryKey: [...runsKey(businessId, id), state ?? 'all', leadId ?? 'all'] as const,
    queryFn: () => call(routes.runs, { params: { id }, query: { ...(state && { state }), ...(leadId && { leadId }) } }),
    staleTime: 0,
    refetchInterval: RUNS_POLL_MS,
  })

/** Leads on which a rule can be tried: the newest, or those that a search finds. */
export const trialLeadsQuery = (businessId: string, search: string) =>
  queryOptions({
    queryKey: ['automations', businessId, 'leads', search] as const,
    queryFn: async ({ signal }) => {
      const query = { limit: LEADS_OFFERED, ...(search.trim().length > 1 && { search: search.trim() }) }
      return (await call(leadRoutes.list, { query }, { signal })).leads
    },
  })

export const statusesQuery = (businessId: string) =>
  queryOptions({
    queryKey: queryKeys.business(businessId),
    queryFn: () => call(businessRoutes.get),
    staleTime: 60_000,
    select: ({ statuses }) => statuses.toSorted((one, other) => one.position - other.position),
  })

const changedList = (client: QueryClient, businessId: string) =>
  client.invalidateQueries({ queryKey: listKey(businessId) })

const EMPTY: AutomationContent = {
  trigger: { kind: 'lead_created' },
  conditions: null,
  exit: null,
  oncePerLead: false,
  steps: [],
}
type NewOne = { name: string; template: AutomationTemplate | null; language: Language }
/** A repeated request, after its reply was lost, makes no second automation. The dialog shows errors itself. */
export function useCreateAutomation(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: ({ template, language, name }: NewOne) =>
      sendOnce('automation', { template, name }, (options) =>
        template
          ? call(routes.createFrom, { body: { name, template, language } }, options)
          : call(routes.create, { body: { name, draft: EMPTY } }, options),
      ),
    onSuccess: () => changedList(client, businessId),
  })
}

/** The editor shows errors itself. */
export function useChangeAutomation(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: async ({ id, ...body }: RouteInput<typeof routes.change>['body'] & { id: string }) =>
      (await call(routes.change, { params: { id }, body })).automation,
    onSuccess: () => changedList(client, businessId),
  })
}

/** The editor shows errors itself. */
export function usePublishAutomation(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: async ({ id, expected }: { id: string; expected: number }) =>
      (await call(routes.publish, { params: { id }, body: { expected } })).automation,
    onSuccess: () => changedList(client, businessId),
  })
}

/** Switches on or off; the list shows it at once. */
export function usePauseAutomation(businessId: string) {
  const client = useQueryClient()
  const show = (id: string, isOn: boolean) =>
    client.setQueryData<ListReply>(
      listKey(businessId),
      (list) =>
        list && { ...list, automations: list.automations.map((one) => (one._id === id ? { ...one, isOn } : one)) },
    )
  return useMutation({
    mutationFn: async ({ id, isOn }: { id: string; isOn: boolean }) =>
      (await call(routes.pause, { params: { id }, body: { isOn } })).automation,
    onMutate: ({ id, isOn }) => show(id, isOn),
    onSettled: () => changedList(client, businessId),
  })
}

export function useRemoveAutomation(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(routes.remove, { params: { id } }),
    onSettled: () => changedList(client, businessId),
  })
}

/** `before` null: at the end. */
export function useMoveAutomation(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: RouteInput<typeof routes.order>['body']) => call(routes.order, { body }),
    onSettled: () => changedList(client, businessId),
  })
}

/** The panel shows errors itself. */
export const useTrial = () =>
  useMutation({
    meta: { silent: true },
    mutationFn: ({ id, ...body }: { id: string; leadId: string; content: AutomationContent }) =>
      call(routes.test, { params: { id }, body }),
  })

/** Stops a run that waits, or tries a failed one again. */
export function useRunAct(businessId: string, id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ runId, act }: { runId: string; act: 'stopRun' | 'retryRun' }) =>
      call(routes[act], { params: { id, runId } }),
    onSettled: () =>
      Promise.all([client.invalidateQueries({ queryKey: runsKey(businessId, id) }), changedList(client, businessId)]),
  })
}

export const runsOf = ({ counts }: AutomationSummary) => counts.waiting + counts.done + counts.skipped + counts.failed
