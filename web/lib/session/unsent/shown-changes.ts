import type { QueryClient } from '@tanstack/react-query'
import { queryKeys } from '../../query-keys.ts'
import type { Act } from './act.ts'

type LeadValues = { _id: string }
type Reply = { lead?: LeadValues; leads?: LeadValues[] }

/** The values of a lead that wait to be sent; people and own fields are shown by the notice alone. */
function waitingValues(acts: readonly Act[], leadId: string) {
  const values = acts.flatMap((act) => {
    if (act.kind !== 'change' || act.leadId !== leadId || act.refusal) return []
    const { expected: _expected, fields: _fields, assignedTo: _assignedTo, ...changes } = act.body
    return [changes]
  })
  return values.length > 0 ? Object.assign({}, ...values) : undefined
}

const changes = new WeakMap<QueryClient, readonly Act[]>()

function patch(client: QueryClient, queryKey: readonly unknown[], acts: readonly Act[]) {
  const withWaiting = <T extends LeadValues>(lead: T): T => {
    const waiting = waitingValues(acts, lead._id)
    return waiting && Object.entries(waiting).some(([name, value]) => Reflect.get(lead, name) !== value)
      ? { ...lead, ...waiting }
      : lead
  }
  const updatedAt = client.getQueryState(queryKey)?.dataUpdatedAt
  const withAll = (reply: Reply | undefined) => {
    if (!reply) return reply
    const lead = reply.lead && withWaiting(reply.lead)
    const leads = reply.leads?.map(withWaiting)
    const isSame = lead === reply.lead && !leads?.some((one, at) => one !== reply.leads?.[at])
    return isSame ? undefined : { ...reply, ...(lead && { lead }), ...(leads && { leads }) }
  }
  // The time stays that of the server's reply.
  client.setQueryData<Reply>(queryKey, withAll, { updatedAt })
}

const showsLeads = (key: readonly unknown[]) =>
  key[0] === queryKeys.leads('')[0] && (key[2] === 'list' || (key[2] === 'one' && key.length === 4))

/** Shows changes that wait in lists and pages of leads, also after these were read again. */
export function showChanges(client: QueryClient, acts: readonly Act[]) {
  const isKnown = changes.has(client)
  changes.set(client, acts)
  const cache = client.getQueryCache()
  if (acts.some(({ kind }) => kind === 'change'))
    for (const { queryKey } of cache.findAll({ predicate: (query) => showsLeads(query.queryKey) }))
      patch(client, queryKey, acts)
  if (isKnown) return
  cache.subscribe((event) => {
    const now = changes.get(client) ?? []
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual || now.length === 0) return
    if (showsLeads(event.query.queryKey)) patch(client, event.query.queryKey, now)
  })
}
