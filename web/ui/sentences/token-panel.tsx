import { FocusTrap, Popover } from '@mantine/core'
import { type ReactNode, Suspense, useState } from 'react'
import { lazily } from '../../lib/lazy.ts'
import { useNarrow } from '../../lib/use-narrow.ts'
import { SkeletonRows } from '../feedback/skeleton-rows.tsx'
import classes from './tokens.module.css'

const TokenSheet = lazily(() => import('./token-sheet.tsx'), 'TokenSheet', { soon: true })

type Props = {
  title: string
  isOpen: boolean
  onClose: () => void
  target: ReactNode
  /** Loaded when it is opened. */
  children: () => ReactNode
}

/** What a token lets choose: a popover at it, on narrow screens a sheet at the bottom. */
export function TokenPanel({ title, isOpen, onClose, target, children }: Props) {
  const isNarrow = useNarrow()
  // Stays while it closes.
  const [isNeeded, need] = useState(isOpen)
  if (isOpen && !isNeeded) need(true)
  const content = (
    <Suspense fallback={<SkeletonRows rows={2} columns={1} />}>
      <FocusTrap>
        <div className={classes.content}>{isOpen && children()}</div>
      </FocusTrap>
    </Suspense>
  )
  if (isNarrow)
    return (
      <>
        {target}
        <Suspense>
          {isNeeded && (
            <TokenSheet title={title} opened={isOpen} onClose={onClose}>
              {content}
            </TokenSheet>
          )}
        </Suspense>
      </>
    )
  return (
    <Popover
      opened={isOpen}
      onDismiss={onClose}
      onClose={onClose}
      returnFocus
      // Named by what it lets choose, not by the present choice.
      withRoles={false}
      withinPortal
      width="min(26rem, calc(100vw - 2rem))"
    >
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown className={classes.panel ?? ''} role="dialog" tabIndex={-1} aria-label={title}>
        {content}
      </Popover.Dropdown>
    </Popover>
  )
}
