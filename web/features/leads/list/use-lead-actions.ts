import { useMemo, useRef } from 'react'
import type { Call } from '#contract/calls/calls.ts'
import { type FieldValue, isFieldOf, type OwnField, type SentFieldValues } from '#contract/lead-fields/own-fields.ts'
import type { Lead } from '#contract/leads/leads.ts'
import type { Right } from '#contract/roles.ts'
import type { LeadsLook, User } from '#contract/team/users.ts'
import { paths } from '../../../lib/paths.ts'
import { useSearchText } from '../../../lib/search.ts'
import { useCanIn } from '../../../lib/session/session.ts'
import { hidesContacts, missingAt, useOwnFields } from '../../../shared/own-fields/own-fields.ts'
import type { LeadsSearch } from '../filters/leads-search.ts'
import { type LeadChange, useChangeLead, useMarkRead } from '../leads.api.ts'
import type { ListOrigin } from '../list-origin.ts'
import { useTargets } from '../move/use-targets.ts'
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
  /** When the lead's next follow-up is due, while its column is shown. */
  nextFollowUpOf: (lead: Lead) => string | undefined
  hrefOf: (lead: Lead) => string
  linkTo: (lead: Lead) => { to: string; state: { listOrigin: ListOrigin } }
  statusChange: (lead: Lead) => ((status: LocalizedStatus) => void) | undefined
  assigneeChange: (lead: Lead) => ((person: User | null) => void) | undefined
  /** Agorot; null for none. */
  valueChange: (lead: Lead) => ((value: number | null) => void) | undefined
  tagsChange: (lead: Lead) => ((tags: string[]) => void) | undefined
  /** Changes a value of an own field that the lead's campaign has; null clears it. */
  fieldChange: (lead: Lead, field: OwnField) => ((value: FieldValue | null) => void) | undefined
  /** Whether the lead can be moved to another campaign. */
  isMovable: (lead: Lead) => boolean
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
  /** The page that `leads` begins with. */
  query: { page: number; limit: number }
  leads: readonly Lead[]
  lastCalls: ReadonlyMap<string, Call>
  nextFollowUps: ReadonlyMap<string, string>
  /** Opens the prompt of a status that asks for a detail. */
  openPrompt: (prompt: StatusPrompt) => void
}

/** The role in the lead's campaign decides what is allowed. */
export function useLeadActions(list: ListContext): LeadActions {
  const { businessId, search, lastCalls, nextFollowUps } = list
  const can = useCanIn()
  const statuses = useStatuses(businessId)
  const { fields: ownFields } = useOwnFields(businessId)
  const { mutate: change } = useChangeLead(businessId)
  const { mutate: mark } = useMarkRead(businessId)
  const targets = useTargets(businessId)
  const trash = useTrash(businessId)
  const address = useSearchText()
  // Read only on click, so that a change does not render the rows again.
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
      nextFollowUpOf: ({ _id }) => nextFollowUps.get(_id),
      hrefOf,
      linkTo: (lead) => {
        const { campaignId, look, query, leads } = latest.current.list
        const at = leads.findIndex(({ _id }) => _id === lead._id)
        const index = (query.page - 1) * query.limit + at
        return {
          to: hrefOf(lead),
          state: { listOrigin: { campaignId, look, search: latest.current.address, limit: query.limit, index } },
        }
      },
      statusChange: (lead) =>
        mayChange(lead)
          ? (status) => {
              const { openPrompt } = latest.current.list
              const give = (fields?: SentFieldValues) => {
                change({ lead, changes: { statusId: status._id, ...(fields && { fields }) } })
                if (status.asks) openPrompt({ lead: { ...lead, statusId: status._id }, ask: status.asks })
              }
              const missing = missingAt(ownFields, lead, status._id)
              if (missing.length === 0) give()
              else openPrompt({ status, missing, onSave: give, isFollowed: status.asks !== null })
            }
          : undefined,
      assigneeChange: changing('leads.assign', (person) => ({
        changes: { assignedTo: person?._id ?? null },
        assignee: person,
      })),
      valueChange: changing('leads.edit', (value) => ({ changes: { value } })),
      fieldChange: (lead, field) =>
        mayChange(lead) && !hidesContacts(lead) && isFieldOf(field, lead.campaignId)
          ? (value) => change({ lead, changes: { fields: { [field.key]: value } } })
          : undefined,
      tagsChange: changing('leads.edit', (tags) => ({ changes: { tags } })),
      isMovable: (lead) => mayChange(lead, 'leads.move') && targets.some(({ _id }) => _id !== lead.campaignId),
      deletion: (lead) => (mayChange(lead, 'leads.delete') ? () => latest.current.trash.remove([lead._id]) : undefined),
      restoring: (lead) =>
        (isTrash || lead.deletedAt !== null) && can('leads.delete', lead.campaignId)
          ? () => latest.current.trash.restore([lead._id])
          : undefined,
      readMark: (lead) => () => mark({ leadId: lead._id, isRead: !lead.isRead }),
    } satisfies LeadActions
  }, [businessId, statuses, ownFields, targets, can, change, mark, isTrash, lastCalls, nextFollowUps])
}
