import { useQuery } from '@tanstack/react-query'
import { NoBusiness } from '../../features/businesses/no-business.tsx'
import { OwnRequests } from '../../features/waiting-list/own-requests.tsx'
import { ownRequestsQuery } from '../../features/waiting-list/waiting-list.api.ts'
import { Loader } from '../../ui/feedback/loader.tsx'

/** For users without a business: their pending request to join, or ways to get a business. */
export function WithoutBusiness() {
  const { data, isPending } = useQuery(ownRequestsQuery)
  if (isPending) return <Loader />
  return data?.length ? <OwnRequests requests={data} /> : <NoBusiness />
}
