import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Lead } from '#contract/leads.ts'
import { paths } from '../../lib/paths.ts'
import type { SearchText } from '../../lib/search.ts'
import { useCanIn } from '../../lib/session.ts'
import { toast } from '../../ui/toast.tsx'
import type { LeadTools } from './lead-tools.ts'
import { useChangeLead, useDeleteLeads, useMarkRead, useRestoreLeads } from './leads.api.ts'
import type { LeadsSearch } from './leads-search.ts'
import { useStatuses } from './use-statuses.ts'

type Place = {
  businessId: string
  campaignId: string | null
  search: LeadsSearch
  limit: number
  leads: readonly Lead[]
}

/** What one may do with the leads of a list, each according to one's role in its campaign. */
export function useLeadTools({ businessId, campaignId, search, limit, leads }: Place): LeadTools {
  const can = useCanIn()
  const statuses = useStatuses(businessId)
  const change = useChangeLead(businessId)
  const mark = useMarkRead(businessId)
  const { remove, restore } = useTrash(businessId)
  const isLive = (lead: Lead) => !search.trash && lead.deletedAt === null
  const address = useSearch({ strict: false }) as SearchText

  return {
    statuses,
    linkTo: (lead) => ({
      to: paths.lead(businessId, lead.campaignId, lead._id),
      state: {
        leadPlace: { campaignId, search: address, limit, index: (search.page - 1) * limit + leads.indexOf(lead) },
      },
    }),
    statusChange: (lead) =>
      isLive(lead) && can('leads.edit', lead.campaignId)
        ? (status) => change.mutate({ lead, changes: { statusId: status._id } })
        : undefined,
    deletion: (lead) => (isLive(lead) && can('leads.delete', lead.campaignId) ? () => remove([lead._id]) : undefined),
    restoring: (lead) =>
      !isLive(lead) && can('leads.delete', lead.campaignId) ? () => restore([lead._id]) : undefined,
    readMark: (lead) => () => mark.mutate({ leadId: lead._id, isRead: !lead.isRead }),
    removeAll: (ids) => remove(ids),
    restoreAll: restore,
  }
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
      () => undefined,
    )
  return { remove, restore }
}
