import { Suspense, useState } from 'react'
import { useLive } from '../../lib/http/live.ts'
import { lazily } from '../../lib/lazy.ts'

const stack = () => import('./popup-stack.tsx')
const PopupStack = lazily(async () => ({ PopupStack: (await stack()).PopupStack }), 'PopupStack')

/** Shows new notifications that allow a popup, in the visible tab. The popup's code loads with the first one. */
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
