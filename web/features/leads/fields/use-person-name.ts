import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { leadKeys } from '../lead-keys.ts'
import { type LeadList, peopleQuery } from '../leads.api.ts'

/** Name of a person by id. A person who has left is found in the cached leads that are still assigned to them. */
export function usePersonName(businessId: string, enabled: boolean) {
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
