import { type ReactNode, Suspense, useState } from 'react'

/** Lazy content that opens and closes by itself, as drawers do. It is loaded when first opened and stays for its transitions. */
export function FromFirstOpen({ opened, children }: { opened: boolean; children: ReactNode }) {
  const [wasOpen, setWasOpen] = useState(opened)
  if (opened && !wasOpen) setWasOpen(true)
  return <Suspense>{wasOpen && children}</Suspense>
}
