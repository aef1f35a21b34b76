import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { Lead } from '#contract/leads/leads.ts'
import { operationRoutes } from '#contract/leads/operations.ts'
import { ApiError, call } from '../../../lib/http/call.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { useNameOfLead } from '../fields/lead-name.tsx'
import { invalidateLeads, patchLeads } from '../leads.api.ts'
import type { Target } from './use-targets.ts'

/** Moves one lead to another campaign, with an undo. Optimistic; resolves to whether the lead has moved. */
export function useMoveLead(businessId: string) {
  const { t } = useTranslation('leads')
  const { t: common } = useTranslation()
  const { t: ofOperations } = useTranslation('operations', { useSuspense: false })
  const client = useQueryClient()
  const nameOfLead = useNameOfLead()
  return useCallback(
    async (lead: Lead, { _id: campaignId, name: campaignName }: Target): Promise<boolean> => {
      const show = (place: Pick<Lead, 'campaignId' | 'campaignName'>) =>
        patchLeads(client, businessId, [lead._id], place)
      const refuse = (reason: string) => {
        show(lead)
        toast.error(t('notMoved', { reason }))
        return false
      }
      const undo = (id: string) =>
        void call(operationRoutes.undo, { params: { id } })
          .catch((error: unknown) => toast.error(error instanceof ApiError ? error.message : common('unexpectedError')))
          .finally(() => invalidateLeads(client, businessId))
      show({ campaignId, campaignName })
      try {
        const body = { action: { kind: 'move' as const, campaignId }, leadIds: [lead._id] }
        const { operation } = await call(operationRoutes.create, { body })
        if (operation.done === 0) {
          const { left } = await call(operationRoutes.get, { params: { id: operation._id } })
          return refuse(ofOperations(`reason.${left[0]?.reason ?? 'gone'}`))
        }
        const said = t('board.moved', { name: nameOfLead(lead), column: campaignName })
        toast.success(said, { undo: () => undo(operation._id) })
        return true
      } catch (error) {
        return refuse(error instanceof ApiError ? error.message : common('unexpectedError'))
      } finally {
        void invalidateLeads(client, businessId)
      }
    },
    [businessId, client, common, nameOfLead, ofOperations, t],
  )
}
