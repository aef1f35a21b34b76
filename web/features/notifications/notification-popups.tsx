import { Suspense, useState } from 'react'
import type { Notification } from '#contract/notifications/notifications.ts'
import { loadCode } from '../../lib/code/load-code.ts'
import { useLive } from '../../lib/http/live.ts'
import { lazily } from '../../lib/lazy.ts'
import { followCalls, isInCall } from './live-calls.ts'

const stack = () => loadCode(() => import('./popup-stack.tsx'))
const PopupStack = lazily(async () => ({ PopupStack: (await stack()).PopupStack }), 'PopupStack')

/** The lead of a call is reported just before the call itself. */
const CALL_FOLLOWS_MS = 500

/**
 * Shows the popup, unless its lead is on the phone: the bell counts the notification, and a missed call has its own
 * popup.
 */
async function show(notification: Notification) {
  const { action, content } = notification
  const lead = 'leadId' in content && action !== 'missed_call' ? content : undefined
  if (lead?.source === 'call') await new Promise((resolve) => setTimeout(resolve, CALL_FOLLOWS_MS))
  const { showPopup } = await stack()
  if (!isInCall(lead?.leadId)) showPopup(notification)
}

/** Shows new notifications that allow a popup, in the visible tab. The popup's code loads with the first one. */
export function NotificationPopups() {
  const [hasCome, setCome] = useState(false)
  useLive((message) => {
    followCalls(message)
    if (message.kind !== 'notification' || message.notification.isSilent || document.visibilityState !== 'visible')
      return
    setCome(true)
    void show(message.notification)
  })
  return (
    hasCome && (
      <Suspense>
        <PopupStack />
      </Suspense>
    )
  )
}
