import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useBusiness, useSession } from '../../../lib/session/session.ts'
import { flowsQuery, ringPeopleQuery } from '../call-flows.api.ts'
import { soundsQuery } from '../sounds/sounds.api.ts'
import type { FlowNames } from './flow-sentences.ts'

/** Names of the people, sounds and flows that the steps of a flow refer to. */
export function useFlowNames(): FlowNames {
  const { t } = useTranslation('call-flows')
  const { user } = useSession()
  const { businessId } = useBusiness()
  const { data: people } = useQuery(ringPeopleQuery(businessId))
  const { data: sounds } = useQuery(soundsQuery(businessId))
  const { data: flows } = useQuery(flowsQuery(businessId))
  return useMemo(
    () => ({
      t,
      // Until the names are there, nothing is said to be missing.
      personOf: (id) => (id === user._id ? user.name : people ? nameIn(people.people, id) : '…'),
      soundOf: (id) => (sounds ? sounds.sounds.find(({ _id }) => _id === id) : { name: '…', seconds: 0 }),
      flowOf: (id) => (flows ? nameIn(flows.flows, id) : '…'),
    }),
    [t, user, people, sounds, flows],
  )
}

const nameIn = (list: readonly { _id: string; name: string }[], id: string) => list.find(({ _id }) => _id === id)?.name
