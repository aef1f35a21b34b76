import { createContext, type MouseEvent, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { isMasked } from '#contract/values/masks.ts'

/** Who is called. `phone` may be masked: then only the lead's own phone is called, through us. */
export type Callee = {
  phone: string | null
  name: string
  campaignId: string | null
  leadId?: string | null | undefined
  doNotCall?: boolean | undefined
}
export type CallOut = {
  /** Whether the member calls this way: they may, and did not choose that their device dials. */
  takes: (callee: Callee) => boolean
  call: (callee: Callee) => void
  /** Asks what is to ring, whatever was chosen before. */
  choose: (callee: Callee) => void
  /** Logs a call that was made elsewhere. */
  log: (callee: Callee) => void
}

const Context = createContext<CallOut | undefined>(undefined)
/** Set by the feature of calls. */
export const CallOutProvider = Context.Provider
export const useCallOut = () => useContext(Context)

type Act = {
  /** The device dials, unless the click is taken; absent: there is no number to dial. */
  href?: string
  onClick: (event: MouseEvent) => void
  /** Why the person is not called. */
  why?: string
}
/** What a button that calls does; undefined: there is no one to call, or not for this member. */
export function useCallAct(callee: Callee | undefined): Act | undefined {
  const { t } = useTranslation()
  const out = useCallOut()
  if (!callee?.phone) return undefined
  const isTaken = out?.takes(callee) === true
  const isHidden = isMasked(callee.phone)
  if (isHidden && !(isTaken && callee.leadId)) return undefined
  if (callee.doNotCall) return { why: t('doNotCall'), onClick: (event) => event.preventDefault() }
  return {
    ...(!isHidden && { href: `tel:${callee.phone}` }),
    onClick(event) {
      if (!isTaken) return
      event.preventDefault()
      out?.call(callee)
    },
  }
}
