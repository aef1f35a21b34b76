import { useSearch } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Call } from '#contract/calls.ts'
import type { Lead } from '#contract/leads.ts'
import type { Right } from '#contract/roles.ts'
import type { LeadsLook } from '#contract/users.ts'
import { ApiError } from '../../../lib/call.ts'
import { paths } from '../../../lib/paths.ts'
import type { SearchText } from '../../../lib/search.ts'
import { useCanIn } from '../../../lib/session.ts'
import { toast } from '../../../ui/toast.tsx'
import type { LeadsSearch } from '../filters/leads-search.ts'
import { type LeadChange, useChangeLead, useDeleteLeads, useMarkRead, useRestoreLeads } from '../leads.api.ts'
import type { Asked } from '../status/status-prompt.ts'
import { useStatuses } from '../status/use-statuses.ts'
import type { LeadTools } from './lead-tools.ts'

type Place = {
  businessId: string
  campaignId: string | null
  look: LeadsLook
  search: LeadsSearch
  limit: number
  leads: readonly Lead[]
  lastCalls: ReadonlyMap<string, Call>
  /** Asks for what the lead's new status asks for. */
  ask: (asked: Asked) => void
}

/** What one may do with the leads of a list, each according to one's role in its campaign. */
export function useLeadTools(place: Place): LeadTools {
  const { businessId, search, lastCalls } = place
  const can = useCanIn()
  const statuses = useStatuses(businessId)
  const { mutate: change } = useChangeLead(businessId)
  const { mutate: mark } = useMarkRead(businessId)
  const trash = useTrash(businessId)
  const address = useSearch({ strict: false }) as SearchText
  // Asked for when something is pressed: rows are not drawn anew because of it.
  const latest = useRef({ place, address, trash })
  latest.current = { place, address, trash }
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
        const { campaignId, look, search, limit, leads } = latest.current.place
        const at = leads.findIndex(({ _id }) => _id === lead._id)
        const index = (search.page - 1) * limit + at
        return {
          to: hrefOf(lead),
          state: { leadPlace: { campaignId, look, search: latest.current.address, limit, index } },
        }
      },
      statusChange: (lead) =>
        mayChange(lead)
          ? (status) => {
              change({ lead, changes: { statusId: status._id } })
              if (status.asks) latest.current.place.ask({ lead: { ...lead, statusId: status._id }, ask: status.asks })
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
    } satisfies LeadTools
  }, [businessId, statuses, can, change, mark, isTrash, lastCalls])
}

/** Delete, which can be taken back for ten seconds and from the trash for thirty days, and restore. */
export function useTrash(businessId: string) {
  const { t } = useTranslation('leads')
  const deletion = useDeleteLeads(businessId)
  const restoring = useRestoreLeads(businessId)
  // Promises rather than callbacks of `mutate`: Undo may be pressed when this list is no longer on the screen.
  const restore = (ids: string[]) =>
    void restoring.mutateAsync(ids).then(
      () => toast.success(t('restored', { count: ids.length })),
      () => undefined,
    )
  const remove = (ids: string[], onDone?: () => void) =>
    void deletion.mutateAsync(ids).then(
      () => {
        toast.success(t('deleted', { count: ids.length }), { undo: () => restore(ids) })
        onDone?.()
      },
      // Refused, with the server's reason, or broken on the way (specification, section 8).
      (error: unknown) =>
        toast.error(
          error instanceof ApiError && error.status < 500
            ? t('deleteRefused', { reason: error.message })
            : t('deleteFailed'),
        ),
    )
  return { remove, restore }
}
