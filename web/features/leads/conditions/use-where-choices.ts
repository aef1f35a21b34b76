import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { statusTypes } from '#contract/leads/lead-status.ts'
import type { WhereField } from '#contract/leads/lead-where.ts'
import { campaignNamesQuery } from '../../../lib/session/session.ts'
import { useSourceName } from '../../../shared/source-mark.tsx'
import { peopleQuery, sourcesQuery, tagsQuery } from '../leads.api.ts'
import { useStatuses } from '../status/use-statuses.ts'

export type Choice = { value: string; label: string }
/** Fields whose value is chosen from a list. */
export type ChoiceField = 'campaign' | 'status' | 'statusType' | 'source' | 'assigned' | 'tag'

/** Choices of a field with their labels; empty for other fields. */
export function useWhereChoices(businessId: string): (field: WhereField) => Choice[] {
  const { t } = useTranslation('leads')
  const sourceName = useSourceName()
  const statuses = useStatuses(businessId)
  const campaigns = useQuery(campaignNamesQuery(businessId)).data?.campaigns ?? []
  const people = useQuery(peopleQuery(businessId, null)).data?.people ?? []
  const sources = useQuery(sourcesQuery(businessId)).data?.sources ?? []
  const tags = useQuery(tagsQuery(businessId)).data?.tags ?? []
  const named = (things: readonly { _id: string; name: string }[]) =>
    things.map(({ _id, name }) => ({ value: _id, label: name }))
  const choices: Record<ChoiceField, () => Choice[]> = {
    campaign: () => named(campaigns),
    status: () => named(statuses),
    statusType: () => statusTypes.map((type) => ({ value: type, label: t(`statusTypes.${type}`) })),
    source: () => sources.map((source) => ({ value: source, label: sourceName(source) })),
    assigned: () => [{ value: 'none', label: t('unassigned') }, ...named(people)],
    tag: () => tags.map((tag) => ({ value: tag, label: tag })),
  }
  return (field) => choices[field as ChoiceField]?.() ?? []
}
