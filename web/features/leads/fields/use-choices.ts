import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { callStatuses } from '#contract/calls/call-statuses.ts'
import type { LeadFieldOf } from '#contract/leads/lead-fields.ts'
import { statusTypes } from '#contract/leads/lead-status.ts'
import { leadMeetingStatuses } from '#contract/leads/meetings/meeting-statuses.ts'
import { genders } from '#contract/leads/messages/gender.ts'
import { responseBuckets, targetStates } from '#contract/leads/responses/responses.ts'
import { hoursOfDay, weekdays } from '#contract/values/week-hours.ts'
import { hourName, weekdayName } from '../../../lib/i18n/week-hours.ts'
import { peopleQuery } from '../../../lib/session/people.ts'
import { campaignNamesQuery } from '../../../lib/session/session.ts'
import { useSourceName } from '../../../shared/source-mark.tsx'
import { leadKeys } from '../lead-keys.ts'
import { type LeadList, sourcesQuery, tagsQuery } from '../leads.api.ts'
import { useStatuses, useStatusName } from '../status/use-statuses.ts'

/** A field whose value is chosen from a list, or the first response's time or target, or the time of creation. */
export type ChoiceField = LeadFieldOf<'choice'> | 'response' | 'responseTarget' | 'weekday' | 'hour'

const idsOf = (things: readonly { _id: string }[] = []) => things.map(({ _id }) => _id)

/** The values that can be chosen for a field. */
export function useChoices(businessId: string, field: ChoiceField): readonly string[] {
  const statuses = useStatuses(businessId)
  const of = (one: ChoiceField) => ({ enabled: field === one })
  const campaigns = useQuery({ ...campaignNamesQuery(businessId), ...of('campaign') }).data?.campaigns
  const people = useQuery({ ...peopleQuery(businessId, null), ...of('assigned') }).data?.people
  const sources = useQuery({ ...sourcesQuery(businessId), ...of('source') }).data?.sources
  const tags = useQuery({ ...tagsQuery(businessId), ...of('tag') }).data?.tags
  const values: Record<ChoiceField, readonly string[]> = {
    campaign: idsOf(campaigns),
    status: idsOf(statuses),
    statusType: statusTypes,
    source: sources ?? [],
    assigned: ['none', ...idsOf(people)],
    tag: tags ?? [],
    response: responseBuckets,
    responseTarget: targetStates,
    weekday: weekdays,
    hour: hoursOfDay,
    callStatus: callStatuses,
    gender: genders,
    meetingStatus: leadMeetingStatuses,
  }
  return values[field]
}

/** Names of values. Those of campaigns, people and calls are loaded while such fields are `used`. */
export function useChoiceName(businessId: string, used: readonly string[]) {
  const { t } = useTranslation('leads')
  const { t: ofCalls } = useTranslation(used.includes('callStatus') ? 'calls' : 'leads')
  const { t: ofGenders } = useTranslation(used.includes('gender') ? 'lead-gender' : 'leads')
  const sourceName = useSourceName()
  const statusName = useStatusName(businessId)
  const personName = usePersonName(businessId, used.includes('assigned'))
  const enabled = used.includes('campaign')
  const campaigns = useQuery({ ...campaignNamesQuery(businessId), enabled }).data?.campaigns
  const names: Record<ChoiceField, (value: string) => string> = {
    campaign: (id) => campaigns?.find(({ _id }) => _id === id)?.name ?? id,
    status: statusName,
    statusType: (type) => t(`statusTypes.${type}`),
    source: sourceName,
    assigned: personName,
    tag: (tag) => tag,
    response: (bucket) => t(`responses.${bucket}`),
    responseTarget: (state) => t(`targetStates.${state}`),
    weekday: weekdayName,
    hour: hourName,
    meetingStatus: (status) => t(`meetingStatuses.${status}`),
    callStatus: (status) => ofCalls(`statuses.${status}`),
    gender: (gender) => ofGenders(`genders.${gender}`),
  }
  return (field: ChoiceField, value: string) => names[field](value)
}

/** Name of a person by id. A person who has left is found in the cached leads that are still assigned to them. */
function usePersonName(businessId: string, enabled: boolean) {
  const { t } = useTranslation('leads')
  const client = useQueryClient()
  const { data } = useQuery({ ...peopleQuery(businessId, null), enabled })
  const nameInLeads = (id: string) => {
    const lists = client.getQueriesData<LeadList>({ queryKey: leadKeys.lists(businessId) })
    return lists.flatMap(([, list]) => list?.leads ?? []).find(({ assignedTo }) => assignedTo?._id === id)?.assignedTo
      ?.name
  }
  return (id: string) => {
    if (id === 'none') return t('unassigned')
    const name = data?.people.find(({ _id }) => _id === id)?.name ?? nameInLeads(id)
    return name ?? (data ? t('gonePerson') : '…')
  }
}
