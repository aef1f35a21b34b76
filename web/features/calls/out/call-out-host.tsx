import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { DialVia } from '#contract/calls/outgoing/outgoing.ts'
import type { CallsFrom } from '#contract/team/users.ts'
import { isMasked } from '#contract/values/masks.ts'
import { ApiError } from '../../../lib/http/call.ts'
import { useSession } from '../../../lib/session/session.ts'
import type { Callee } from '../../../shared/numbers/call-out.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { dial } from './call-out.api.ts'
import type { CallRequest } from './call-request.ts'
import { ChooseDialog } from './choose-dialog.tsx'
import { LogDialog } from './log-dialog.tsx'
import { PhoneCallCard } from './phone-call-card.tsx'

type Props = { businessId: string; request: CallRequest; onDone: () => void }

/** What one click on a button that calls leads to. */
export function CallOutHost({ businessId, request, onDone }: Props) {
  const { user } = useSession()
  const { what, callee } = request
  // As it was at the click: a choice that is saved meanwhile calls no second time.
  const [chosen] = useState(() => (what === 'call' ? viaOf(callee, user.callsFrom) : null))
  const dialing = useMutation({
    mutationFn: (via: DialVia) => dial(callee, via),
    // The phone in the browser has a card of its own.
    onSuccess: (_reply, via) => via === 'softphone' && onDone(),
    onError(error) {
      if (error instanceof ApiError && error.code === 'no_number_to_show') return
      toast.error(error.message)
      onDone()
    },
    meta: { silent: true },
  })
  const { mutate } = dialing
  const [isBegun, setBegun] = useState(false)
  // The click that asked for this was made before this code was loaded.
  useEffect(() => {
    if (!chosen || isBegun) return
    setBegun(true)
    mutate(chosen)
  }, [chosen, isBegun, mutate])

  if (what === 'log') return <LogDialog businessId={businessId} callee={callee} onClose={onDone} />
  if (dialing.isSuccess && dialing.variables === 'phone')
    return <PhoneCallCard callId={dialing.data.callId} callee={callee} onDone={onDone} />
  if (chosen && !dialing.isError) return null
  const pick = (from: CallsFrom) => (from === 'device' ? onDone() : mutate(from))
  return (
    <ChooseDialog
      callee={callee}
      refusal={dialing.error?.message}
      isBusy={dialing.isPending || dialing.isSuccess}
      onPick={pick}
      onClose={onDone}
    />
  )
}

/** How the call is made without asking: a masked phone from the browser only. */
const viaOf = ({ phone }: Callee, from: CallsFrom | null): DialVia | null =>
  phone !== null && isMasked(phone) ? 'softphone' : from === 'device' ? null : from
