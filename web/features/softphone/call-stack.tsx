import { Portal } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useKeptCalls } from './after-call/kept-calls.ts'
import { AfterCallCard, NotedLater, useNotedCalls } from './after-call-slot.tsx'
import classes from './call-card.module.css'
import { CallCard } from './call-card.tsx'
import { ComingBack } from './come-back.tsx'
import { HandedCall, useHandedCall } from './handed-call.tsx'
import { isRinging, type PhoneState, type Softphone } from './lines/softphone.ts'
import { WaitingCall } from './waiting-call.tsx'

type Props = {
  shown: Parameters<typeof CallCard>[0]['call'] | null
  state: PhoneState
  phone: Softphone
  isBack: boolean
  /** The page was reloaded during a call, which is expected back. */
  isComingBack: boolean
  businessId: string
  userId: string
}

/** The calls of this phone, above every screen: the current one, one that waits, and what is to be noted of those before. */
export function CallStack({ shown, state, phone, isBack, isComingBack, businessId, userId }: Props) {
  const { call, waiting } = state
  const handed = useHandedCall()
  // A call that may come back is noted afterwards.
  const going = [shown?.about.callId, handed]
  const kept = useKeptCalls(businessId, userId).filter(({ callId }) => !going.includes(callId))
  const noted = useNotedCalls(kept)
  const [front, ...later] = noted
  // A conversation has the person's attention; while a phone only rings, what is being typed stays.
  const isNoting = !isComingBack && (call === null || isRinging(call))
  const isHanded = handed !== null && handed !== shown?.about.callId
  if (!shown && !isComingBack && !front && !isHanded) return null
  return (
    <Portal>
      <Stack>
        {shown && <CallCard call={shown} problem={state.problem} sound={state.sound} phone={phone} isBack={isBack} />}
        {isHanded && <HandedCall key={`handed ${handed}`} callId={handed} />}
        {!call && isComingBack && <ComingBack />}
        {waiting && <WaitingCall key={waiting.id} call={waiting} phone={phone} />}
        {isNoting && front && <AfterCallCard key={front.kept.callId} noted={front} />}
        {!isComingBack && (isNoting ? later : noted).map((one) => <NotedLater key={one.kept.callId} noted={one} />)}
      </Stack>
    </Portal>
  )
}

/** On a phone it stands above the bottom bar and the keyboard, and the page leaves room for it. */
function Stack({ children }: { children: React.ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const stack = ref.current
    if (!stack) return
    const { style } = document.documentElement
    const { visualViewport } = window
    const measure = () => {
      style.setProperty('--call-sheet', `${stack.offsetHeight}px`)
      const hidden = visualViewport ? window.innerHeight - visualViewport.height - visualViewport.offsetTop : 0
      style.setProperty('--keyboard', `${Math.max(0, Math.round(hidden))}px`)
    }
    const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(measure)
    observer?.observe(stack)
    visualViewport?.addEventListener('resize', measure)
    visualViewport?.addEventListener('scroll', measure)
    measure()
    return () => {
      observer?.disconnect()
      visualViewport?.removeEventListener('resize', measure)
      visualViewport?.removeEventListener('scroll', measure)
      style.removeProperty('--call-sheet')
      style.removeProperty('--keyboard')
    }
  }, [])
  return (
    <div ref={ref} className={classes.stack} data-call-stack>
      {children}
    </div>
  )
}
