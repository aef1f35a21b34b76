import { type ComponentType, Suspense, useEffect, useState } from 'react'
import { healthRoutes } from '#contract/health.ts'
import { call } from '../../lib/http/call.ts'

/** The phone in the browser comes once the page has what it shows first. */
const SOFTPHONE_AFTER_MS = 4_000
/** While the server cannot be reached it is asked for again so often. */
const AGAIN_MS = 10_000

/** Checks the connection first: a phone loaded without its styles would stay so. */
async function fetchDock() {
  await call(healthRoutes.get)
  return import('../../features/softphone/softphone-dock.tsx')
}

/** Where the phone stands in the header; nothing of it is fetched with the page, and a page without it goes on. */
export function SoftphoneSlot() {
  const [Dock, setDock] = useState<ComponentType>()
  useEffect(() => {
    let timer = setTimeout(fetch, SOFTPHONE_AFTER_MS)
    function fetch() {
      fetchDock().then(
        ({ SoftphoneDock }) => setDock(() => SoftphoneDock),
        () => {
          timer = setTimeout(fetch, AGAIN_MS)
        },
      )
    }
    return () => clearTimeout(timer)
  }, [])
  // Its texts come later still: without a place of its own to wait in, the whole screen would be hidden until then.
  return <Suspense>{Dock && <Dock />}</Suspense>
}
