import { type ComponentType, Suspense, useEffect, useState } from 'react'
import { healthRoutes } from '#contract/health.ts'
import { loadCode } from '../../lib/code/load-code.ts'
import { call } from '../../lib/http/call.ts'

/** Delay before loading the softphone, so that the page's own content loads first. */
const SOFTPHONE_AFTER_MS = 4_000
/** Interval between attempts while the server is unreachable. */
const AGAIN_MS = 10_000

/** Checks the connection first: a softphone loaded without its styles would stay broken. */
async function fetchDock() {
  await call(healthRoutes.get)
  return loadCode(() => import('../../features/softphone/softphone-dock.tsx'))
}

/** The softphone's place in the header; it is loaded after the page, which works without it. */
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
  // The texts of the softphone load later than its code. Without its own Suspense, the whole screen would be hidden
  // until then.
  return <Suspense>{Dock && <Dock />}</Suspense>
}
