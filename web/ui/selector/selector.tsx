import { Popover, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { type ReactNode, Suspense, useState } from 'react'
import { lazily } from '../../lib/lazy.ts'
import { SkeletonRows } from '../feedback/skeleton-rows.tsx'
import classes from './selector.module.css'
import type { SelectorListProps } from './selector-list.tsx'

const SelectorList = lazily(() => import('./selector-list.tsx'), 'SelectorList', { soon: true })

type Props = Omit<SelectorListProps, 'close' | 'footer'> & {
  /** Content of the closed selector. */
  current: ReactNode
  /** Further actions below the list. */
  footer?: (close: () => void) => ReactNode
  strong?: boolean
  /** With an outline, as a field of the page. */
  framed?: boolean
}

/** A drop-down with a search field; closes by its button or a click outside. */
export function Selector({ current, footer, strong, framed, ...list }: Props) {
  const [isOpen, setOpen] = useState(false)
  const change = (opens: boolean) => {
    setOpen(opens)
    if (!opens) list.onSearch('')
  }
  const close = () => change(false)
  return (
    <Popover
      opened={isOpen}
      onChange={change}
      width={300}
      position="bottom-start"
      offset={6}
      returnFocus
      withRoles={false}
      withinPortal={false}
    >
      <Popover.Target>
        <UnstyledButton
          className={classes.target}
          data-strong={strong || undefined}
          data-framed={framed || undefined}
          aria-haspopup="listbox"
          aria-expanded={isOpen}
          onClick={() => change(!isOpen)}
        >
          <VisuallyHidden>{list.label}</VisuallyHidden>
          <span className={classes.current} aria-hidden>
            {current}
          </span>
          <IconSelector className={classes.arrows} size={16} stroke={1.75} aria-hidden />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown ?? ''}>
        <Suspense fallback={<SkeletonRows rows={3} columns={1} />}>
          <SelectorList {...list} close={close} footer={footer?.(close)} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
