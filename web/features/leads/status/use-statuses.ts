import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/constants.ts'
import { isChosenIn, type LeadStatus } from '#contract/lead-status.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { partOf } from '../../../ui/status-glyph.tsx'
import { statusesQuery } from '../leads.api.ts'

/** A status as a pill shows it, named in the reader's language. */
export type StatusLook = Pick<
  LeadStatus,
  '_id' | 'hue' | 'type' | 'nameHe' | 'nameEn' | 'isDefault' | 'asks' | 'campaignIds'
> & {
  name: string
  part: number
}

function looksOf(statuses: readonly LeadStatus[], language: Language): StatusLook[] {
  const ongoing = statuses.filter(({ type }) => type === 'Ongoing')
  return statuses.map((status) => ({
    ...status,
    name: language === 'he' ? status.nameHe : status.nameEn,
    part: partOf(ongoing.indexOf(status)),
  }))
}

/** The statuses of the business in their order; none until they are here. */
export function useStatuses(businessId: string): StatusLook[] {
  const { data } = useQuery(statusesQuery(businessId))
  const language = currentLanguage()
  return useMemo(() => looksOf(data ?? [], language), [data, language])
}

/** Names a status that an address asks for; it may have been deleted since. */
export function useStatusName(businessId: string) {
  const { t } = useTranslation('leads')
  const statuses = useStatuses(businessId)
  const unknown = statuses.length > 0 ? t('goneStatus') : '…'
  return (id: string) => statuses.find(({ _id }) => _id === id)?.name ?? unknown
}

/** Those that leads of a campaign can be given, and the one that a lead has anyway; null: of whatever campaign. */
export const chosenIn = (statuses: readonly StatusLook[], campaignId: string | null, current?: string) =>
  statuses.filter((status) => campaignId === null || status._id === current || isChosenIn(status, campaignId))

/** A status that is not known (yet) is shown by the name that the lead bears. */
export const lookOf = (
  statuses: readonly StatusLook[],
  { statusId, status }: { statusId: string; status: string },
): StatusLook =>
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
