import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/constants.ts'
import { isChosenIn, type LeadStatus } from '#contract/leads/lead-status.ts'
import { currentLanguage } from '../../../lib/i18n/i18n.ts'
import { partOf } from '../../../shared/status-glyph.tsx'
import { statusesQuery } from '../leads.api.ts'

/** A status with its name in the reader's language and the fill of its icon. */
export type LocalizedStatus = Pick<
  LeadStatus,
  '_id' | 'hue' | 'type' | 'nameHe' | 'nameEn' | 'isDefault' | 'asks' | 'campaignIds'
> & {
  name: string
  part: number
}

function localize(statuses: readonly LeadStatus[], language: Language): LocalizedStatus[] {
  const ongoing = statuses.filter(({ type }) => type === 'Ongoing')
  return statuses.map((status) => ({
    ...status,
    name: language === 'he' ? status.nameHe : status.nameEn,
    part: partOf(ongoing.indexOf(status)),
  }))
}

/** The statuses of the business in their order; empty while loading. */
export function useStatuses(businessId: string): LocalizedStatus[] {
  const { data } = useQuery(statusesQuery(businessId))
  const language = currentLanguage()
  return useMemo(() => localize(data ?? [], language), [data, language])
}

/** Name of a status by id; a deleted one has a name, too. */
export function useStatusName(businessId: string) {
  const { t } = useTranslation('leads')
  const statuses = useStatuses(businessId)
  const unknown = statuses.length > 0 ? t('goneStatus') : '…'
  return (id: string) => statuses.find(({ _id }) => _id === id)?.name ?? unknown
}

/** Statuses that a lead of the campaign can be given, plus its current one. `campaignId` null: of any campaign. */
export const selectableIn = (statuses: readonly LocalizedStatus[], campaignId: string | null, current?: string) =>
  statuses.filter((status) => campaignId === null || status._id === current || isChosenIn(status, campaignId))

/** The lead's status. While the statuses load, a placeholder with the name from the lead. */
export const statusOf = (
  statuses: readonly LocalizedStatus[],
  { statusId, status }: { statusId: string; status: string },
): LocalizedStatus =>
  statuses.find(({ _id }) => _id === statusId) ?? {
    _id: statusId,
    name: status,
    nameHe: status,
    nameEn: status,
    hue: 'slate',
    type: 'Open',
    part: 0.5,
    isDefault: false,
    asks: null,
    campaignIds: null,
  }
