import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { peopleQuery } from '../../../lib/session/people.ts'
import { type CallList, callKeys } from '../calls.api.ts'

/** Names of the people by whom calls are filtered: members, and former members as the calls on the screen name them. */
export function useAnswererName(businessId: string, isFiltered: boolean) {
  const { t } = useTranslation('calls')
  const client = useQueryClient()
  const { data } = useQuery({ ...peopleQuery(businessId), enabled: isFiltered })
  const nameInCalls = (id: string) => {
    const lists = client.getQueriesData<CallList>({ queryKey: callKeys.lists(businessId) })
    return lists.flatMap(([, list]) => list?.calls ?? []).find((one) => one.answeredBy?._id === id)?.answeredBy?.name
  }
  return (id: string) =>
    data?.people.find(({ _id }) => _id === id)?.name ?? nameInCalls(id) ?? (data ? t('gonePerson') : '…')
}
