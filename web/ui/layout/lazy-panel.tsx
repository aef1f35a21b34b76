import { FocusTrap } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'

/** Lazy content of a popover; takes the focus once it is loaded. */
export const LazyPanel = ({ children }: { children: ReactNode }) => (
  <Suspense>
    <FocusTrap active>
      <div>{children}</div>
    </FocusTrap>
  </Suspense>
)
