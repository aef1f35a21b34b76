import { Suspense, useEffect, useState } from 'react'
import { lazily } from '../../lib/lazy.ts'

const SoftphoneDock = lazily(() => import('../../features/softphone/softphone-dock.tsx'), 'SoftphoneDock')

/** The phone in the browser comes once the page has what it shows first. */
const SOFTPHONE_AFTER_MS = 4_000

/** Where the phone stands in the header; nothing of it is fetched with the page. */
export function SoftphoneSlot() {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), SOFTPHONE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return <Suspense>{isDue && <SoftphoneDock />}</Suspense>
}
