import { useEffect } from 'react'
import { useTellPhone } from '../../lib/on-the-line.ts'
import type { PhoneCall, PhoneState, Softphone } from './lines/softphone.ts'

const isAsked = (call: PhoneCall | null) => call?.about.tab !== undefined && call.state === 'ringing'

/** Answers the call that this window asked for, without a click, and publishes whether its phone can be rung. */
export function useAskedCall(phone: Softphone, { call, line }: PhoneState) {
  useTellPhone(line === 'ready' && call === null)
  const asked = isAsked(call) ? call?.id : undefined
  useEffect(() => {
    if (asked !== undefined) void phone.accept()
  }, [phone, asked])
}
