import { useMemo, useRef } from 'react'
import type { Call } from '#contract/calls/calls.ts'
import type { Lead } from '#contract/leads/leads.ts'
import type { Right } from '#contract/roles.ts'
import type { LeadsLook, User } from '#contract/team/users.ts'
import { paths } from '../../../lib/paths.ts'
import { useSearchText } from '../../../lib/search.ts'
import { useCanIn } from '../../../lib/session/session.ts'
import type { LeadsSearch } from '../filters/leads-search.ts'
import { type LeadChange, useChangeLead, useMarkRead } from '../leads.api.ts'
import type { ListOrigin } from '../list-origin.ts'
import type { StatusPrompt } from '../status/status-prompt-modal.tsx'
import { type LocalizedStatus, useStatuses } from '../status/use-statuses.ts'
import { useTrash } from '../use-trash.ts'

/**
 * Actions of rows and cards on a lead; undefined without the right to it. Memoised, so that a row renders again only when
 * its own lead changes.
 */
export type LeadActions = {
  businessId: string
  statuses: readonly LocalizedStatus[]
  /** The lead's last call, while a call column is shown. */
  callOf: (lead: Lead) => Call | undefined
  hrefOf: (lead: Lead) => string
  linkTo: (lead: Lead) => { to: string; state: { listOrigin: ListOrigin } }
  statusChange: (lead: Lead) => ((status: LocalizedStatus) => void) | undefined
  assigneeChange: (lead: Lead) => ((person: User | null) => void) | undefined
  /** Agorot; null for none. */
  valueChange: (lead: Lead) => ((value: number | null) => void) | undefined
  tagsChange: (lead: Lead) => ((tags: string[]) => void) | undefined
  deletion: (lead: Lead) => (() => void) | undefined
  restoring: (lead: Lead) => (() => void) | undefined
  /** Toggles read and unread. */
  readMark: (lead: Lead) => () => void
}

type ListContext = {
  businessId: string
  campaignId: string | null
  look: LeadsLook
  search: LeadsSearch
  limit: number
  leads: readonly Lead[]
  lastCalls: ReadonlyMap<string, Call>
  /** Opens the prompt of a status that asks for a detail. */
  openPrompt: (prompt: StatusPrompt) => void
}

/** The role in the lead's campaign decides what is allowed. */
export function useLeadActions(list: ListContext): LeadActions {
  const { businessId, search, lastCalls } = list
  const can = useCanIn()
  const statuses = useStatuses(businessId)
  const { mutate: change } = useChangeLead(businessId)
  const { mutate: mark } = useMarkRead(businessId)
  const trash = useTrash(businessId)
  const address = useSearchText()
  // Read on click only, so that a change does not render the rows again.
  const latest = useRef({ list, address, trash })
  latest.current = { list, address, trash }
  const isTrash = search.trash === true

  return useMemo(() => {
    const mayChange = (lead: Lead, right: Right = 'leads.edit') =>
      !isTrash && lead.deletedAt === null && can(right, lead.campaignId)
    const changing =
      <V>(right: Right, asChange: (value: V) => Omit<LeadChange, 'lead'>) =>
      (lead: Lead) =>
        mayChange(lead, right) ? (value: V) => change({ lead, ...asChange(value) }) : undefined
    const hrefOf = (lead: Lead) => paths.lead(businessId, lead.campaignId, lead._id)
    return {
      businessId,
      statuses,
      callOf: ({ _id }) => lastCalls.get(_id),
      hrefOf,
      linkTo: (lead) => {
        const { campaignId, look, search, limit, leads } = latest.current.list
        const at = leads.findIndex(({ _id }) => _id === lead._id)
        const index = (search.page - 1) * limit + at
        return {
          to: hrefOf(lead),
          state: { listOrigin: { campaignId, look, search: latest.current.address, limit, index } },
        }
      },
      statusChange: (lead) =>
        mayChange(lead)
          ? (status) => {
              change({ lead, changes: { statusId: status._id } })
              if (status.asks)
                latest.current.list.openPrompt({ lead: { ...lead, statusId: status._id }, ask: status.asks })
            }
          : undefined,
      assigneeChange: changing('leads.assign', (person) => ({
        changes: { assignedTo: person?._id ?? null },
        assignee: person,
      })),
      valueChange: changing('leads.edit', (value) => ({ changes: { value } })),
      tagsChange: changing('leads.edit', (tags) => ({ changes: { tags } })),
      deletion: (lead) => (mayChange(lead, 'leads.delete') ? () => latest.current.trash.remove([lead._id]) : undefined),
      restoring: (lead) =>
        (isTrash || lead.deletedAt !== null) && can('leads.delete', lead.campaignId)
          ? () => latest.current.trash.restore([lead._id])
          : undefined,
      readMark: (lead) => () => mark({ leadId: lead._id, isRead: !lead.isRead }),
    } satisfies LeadActions
  }, [businessId, statuses, can, change, mark, isTrash, lastCalls])
}
