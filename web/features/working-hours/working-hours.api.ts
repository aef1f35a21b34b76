import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type WorkingHours, workingHoursRoutes } from '#contract/working-hours/working-hours.ts'
import { call } from '../../lib/http/call.ts'

/** Hours of the business, or with a campaign its own; `isOwn`: not those of the business. */
export type StoredHours = { hours: WorkingHours; version: number; isOwn: boolean }
/** `campaignId` null: the business. */
export type HoursOwner = { businessId: string; campaignId: string | null }

export const hoursKey = ({ businessId, campaignId }: HoursOwner) => ['working-hours', businessId, campaignId] as const

export const hoursQuery = (owner: HoursOwner) =>
  queryOptions({
    queryKey: hoursKey(owner),
    queryFn: async (): Promise<StoredHours> =>
      owner.campaignId
        ? call(workingHoursRoutes.getOfCampaign, { params: { id: owner.campaignId } })
        : { ...(await call(workingHoursRoutes.get)), isOwn: true },
    // The data fills the form; it is read again when someone changes it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

type Wanted = { isOwn: boolean; hours: WorkingHours; expected: number }
/** The form shows errors itself. */
export const useSaveHours = ({ campaignId }: HoursOwner) =>
  useMutation({
    meta: { silent: true },
    mutationFn: async ({ isOwn, hours, expected }: Wanted): Promise<StoredHours> =>
      campaignId
        ? call(workingHoursRoutes.changeOfCampaign, {
            params: { id: campaignId },
            body: { hours: isOwn ? hours : null, expected },
          })
        : { ...(await call(workingHoursRoutes.change, { body: { hours, expected } })), isOwn: true },
  })

/** Makes what was saved the known hours. */
export function useKeepHours(owner: HoursOwner) {
  const client = useQueryClient()
  return (saved: StoredHours) => client.setQueryData(hoursKey(owner), saved)
}
