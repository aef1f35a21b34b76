import { Suspense, useState } from 'react'
import { useLive } from '../../lib/http/live.ts'
import { lazily } from '../../lib/lazy.ts'

const stack = () => import('./popup-stack.tsx')
const PopupStack = lazily(async () => ({ PopupStack: (await stack()).PopupStack }), 'PopupStack')

/** What has just come in and may be heard of, in the tab that is looked at. What shows it is fetched with the first one. */
export function NotificationPopups() {
  const [hasCome, setCome] = useState(false)
  useLive((message) => {
    if (message.kind !== 'notification' || message.notification.isSilent || document.visibilityState !== 'visible')
      return
    setCome(true)
    void stack().then(({ showPopup }) => showPopup(message.notification))
  })
  return (
    hasCome && (
      <Suspense>
        <PopupStack />
      </Suspense>
    )
  )
}
