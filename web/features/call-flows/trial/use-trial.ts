import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallFlow } from '#contract/calls/flows/call-flows.ts'
import type { MenuKey } from '#contract/calls/flows/flow-shapes.ts'
import { dayOf, minutesOf, momentOf, wallTimeOf } from '#contract/values/clock.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { looksLikePhone } from '../../../ui/forms/phone-rule.ts'
import { rehearsalQuery, simulationQuery, type TriedCall } from './trial.api.ts'

/** How long typing rests before a call is simulated. */
const REST_MS = 150

export type Trial = ReturnType<typeof useTrial>

/** A call with which the saved flow is tried, what becomes of it, and how the next days are. */
export function useTrial(flow: CallFlow) {
  const { businessId } = useBusiness()
  const [chosen, setNumberId] = useState<string | null>(null)
  const [day, setDay] = useState<string | null>(() => dayOf(new Date()))
  const [time, setTime] = useState(() => wallTimeOf(new Date()).slice(11, 16))
  const [phone, setPhone] = useState('')
  const [keys, setKeys] = useState<MenuKey[]>([])
  const numberId = flow.numbers.find(({ _id }) => _id === chosen)?._id ?? flow.numbers[0]?._id ?? null
  const [made] = useDebouncedValue(callOf({ day, time, phone, keys }), REST_MS)
  const tried = { flowId: flow._id, revision: flow.revision, numberId: numberId ?? '' }
  const isOn = numberId !== null
  const simulation = useQuery({
    ...simulationQuery(businessId, tried, made ?? NO_CALL),
    enabled: isOn && made !== null,
  })
  const rehearsal = useQuery({ ...rehearsalQuery(businessId, tried), enabled: isOn })
  const shown = isOn ? simulation.data?.simulation : undefined
  const lit = new Set(shown?.steps.flatMap(({ flowId, stepId }) => (flowId === flow._id ? stepId : [])))
  return {
    ...{ numberId, setNumberId, day, setDay, time, setTime, phone, setPhone, keys, setKeys },
    ...{ simulation: shown, simulationError: simulation.error, lit },
    ...{ rehearsal: isOn ? rehearsal.data?.rehearsal : undefined, rehearsalError: rehearsal.error },
  }
}

const NO_CALL: TriedCall = { at: '', from: null, keys: [] }

type Typed = { day: string | null; time: string; phone: string; keys: MenuKey[] }
/** Null: the moment or the number is not typed to its end. An empty number is a withheld one. */
function callOf({ day, time, phone, keys }: Typed): TriedCall | null {
  if (!day || !/^\d\d:\d\d$/.test(time) || (phone && !looksLikePhone(phone))) return null
  return { at: momentOf(day, minutesOf(time)).toISOString(), from: phone.trim() || null, keys }
}
