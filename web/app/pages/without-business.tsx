import { useQuery } from '@tanstack/react-query'
import { NoBusiness } from '../../features/businesses/no-business.tsx'
import { OwnRequests } from '../../features/waiting-list/own-requests.tsx'
import { ownRequestsQuery } from '../../features/waiting-list/waiting-list.api.ts'
import { Loader } from '../../ui/feedback/loader.tsx'

/** For people who belong to no business yet: that they wait for one, or how to come by one. */
export function WithoutBusiness() {
  const { data, isPending } = useQuery(ownRequestsQuery)
  if (isPending) return <Loader />
  return data?.length ? <OwnRequests requests={data} /> : <NoBusiness />
}
