import { FocusTrap } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'

/** What a popover holds where that is fetched when it opens: takes the focus once it is there. */
export const LazyPanel = ({ children }: { children: ReactNode }) => (
  <Suspense>
    <FocusTrap active>
      <div>{children}</div>
    </FocusTrap>
  </Suspense>
)
