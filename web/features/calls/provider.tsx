import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { isMasked } from '#contract/values/masks.ts'
import { lazily } from '../../lib/lazy.ts'
import { useCanIn, useMaybeSession } from '../../lib/session/session.ts'
import { storage, useStored } from '../../lib/storage.ts'
import { type Callee, CallOutProvider } from '../../shared/numbers/call-out.ts'
import type { CallRequest } from './out/call-request.ts'

const CallOutHost = lazily(() => import('./out/call-out-host.tsx'), 'CallOutHost')

/** Provides calling to the screens in it; what a call needs is loaded with the first one. */
export function Provider({ children }: { children: ReactNode }) {
  const session = useMaybeSession()
  const canIn = useCanIn()
  const [phoneBusinessId] = useStored(storage.phoneBusinessId)
  const [request, ask] = useState<CallRequest | null>(null)
  const businessId = session?.businessId
  const from = session?.user.callsFrom ?? null
  const out = useMemo(() => {
    // Without a phone in the browser the business has no numbers, or a provider that rings telephones alone.
    const isPossible = businessId !== undefined && (phoneBusinessId === businessId || from === 'phone')
    const asking = (what: CallRequest['what']) => (callee: Callee) => ask({ what, callee, id: crypto.randomUUID() })
    return {
      // A device cannot dial a masked phone.
      takes: ({ campaignId, phone }: Callee) =>
        isPossible &&
        (from !== 'device' || (phone !== null && isMasked(phone))) &&
        campaignId !== null &&
        canIn('calls.dial', campaignId),
      call: asking('call'),
      choose: asking('choose'),
      log: asking('log'),
    }
  }, [businessId, phoneBusinessId, from, canIn])
  return (
    <CallOutProvider value={out}>
      {children}
      {request && businessId && (
        <Suspense>
          <CallOutHost key={request.id} businessId={businessId} request={request} onDone={() => ask(null)} />
        </Suspense>
      )}
    </CallOutProvider>
  )
}
