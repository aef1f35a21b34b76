import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { leadKeys } from '../lead-keys.ts'
import { type LeadList, peopleQuery } from '../leads.api.ts'

/** Names a person whom an address asks for. Who has left is still named by the leads that they have. */
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
    if (id === 'none') return t('nobody')
    const name = data?.people.find(({ _id }) => _id === id)?.name ?? nameInLeads(id)
    return name ?? (data ? t('gonePerson') : '…')
  }
}
