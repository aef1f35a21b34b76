import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { campaignNamesQuery, useCanIn } from '../../../lib/session/session.ts'

export type Target = { _id: string; name: string }

/** Campaigns to which the person may move leads. */
export function useTargets(businessId: string, enabled = true): readonly Target[] {
  const can = useCanIn()
  const { data } = useQuery({ ...campaignNamesQuery(businessId), enabled })
  return useMemo(() => (data?.campaigns ?? []).filter(({ _id }) => can('leads.move', _id)), [data, can])
}
