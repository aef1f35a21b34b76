import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isChosenIn, type LeadStatus, type StatusType } from '#contract/leads/lead-status.ts'
import { currentLanguage } from '../../../lib/i18n/i18n.ts'
import { partOf } from '../../../shared/status-glyph.tsx'
import { statusesQuery } from '../softphone.api.ts'

export type NamedStatus = LeadStatus & { name: string; part: number }

/** The statuses that a lead of the campaign can be given, in their order, with their names in the reader's language. */
export function useStatusesIn(businessId: string, campaignId: string | undefined): NamedStatus[] {
  const { data = [] } = useQuery(statusesQuery(businessId))
  const language = currentLanguage()
  return useMemo(() => {
    const inOrder = data.toSorted((one, other) => one.position - other.position)
    const ongoing = inOrder.filter(({ type }) => type === 'Ongoing')
    return inOrder
      .filter((status) => campaignId === undefined || isChosenIn(status, campaignId))
      .map((status) => ({
        ...status,
        name: language === 'he' ? status.nameHe : status.nameEn,
        part: partOf(ongoing.indexOf(status)),
      }))
  }, [data, campaignId, language])
}

type Chosen = Pick<LeadStatus, '_id' | 'type'>
const isGoingOn = ({ type }: { type: StatusType }) => type !== 'Won' && type !== 'Lost'

/**
 * The three statuses that a call leads to most often: the next one on the way, the first Won and the first Lost. `statuses`
 * are in their order. The next one follows the lead's own, or is the first on the way of a lead that was won or lost. Where
 * one of the three is missing, or is what the lead has, the following ones on the way take its place.
 */
export function statusChips<Status extends Chosen>(statuses: readonly Status[], current: string): Status[] {
  const at = statuses.findIndex(({ _id }) => _id === current)
  const others = statuses.filter(({ _id }) => _id !== current)
  const own = statuses[at]
  const isOnTheWay = own !== undefined && isGoingOn(own)
  const rest = others.filter(isGoingOn)
  // After the lead's own, then from the beginning.
  const ahead = isOnTheWay
    ? rest.filter((one) => statuses.indexOf(one) > at)
    : rest.filter(({ type }) => type !== 'Open')
  const onTheWay = [...ahead, ...rest.filter((one) => !ahead.includes(one))]
  const ends = [others.find(({ type }) => type === 'Won'), others.find(({ type }) => type === 'Lost')]
  const known = ends.filter((one) => one !== undefined)
  return [...onTheWay.slice(0, 3 - known.length), ...known]
}
