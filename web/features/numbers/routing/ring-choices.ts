import { useQuery } from '@tanstack/react-query'
import type { User } from '#contract/team/users.ts'
import { useBusiness, useSession } from '../../../lib/session/session.ts'
import { ringPeopleQuery } from '../numbers.api.ts'

/** Members whom a number may ring, oneself first; and the names of all who are in a ring list already. */
export function useRingChoices(known: User[] = []) {
  const { user } = useSession()
  const { businessId } = useBusiness()
  const { data } = useQuery(ringPeopleQuery(businessId))
  const self: User = { _id: user._id, name: user.name, image: user.image }
  const people = [self, ...(data?.people ?? []).filter(({ _id }) => _id !== user._id)]
  const nameOf = (userId: string) => [...people, ...known].find(({ _id }) => _id === userId)?.name ?? '…'
  return { people, nameOf }
}
