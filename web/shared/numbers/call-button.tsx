import { ActionIcon, type ActionIconProps, Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Callee, useCallAct } from './call-out.ts'

type Named = { 'aria-label'?: string; 'data-act'?: string; title?: string }
type Props = { callee: Callee; children: ReactNode } & Named

/** Of a person who is not to be called: the reason, and no act. */
const refused = (why: string) => ({ 'aria-disabled': true, 'data-disabled': true, title: why })

/** Calls a person: through us, or as the device does. Nothing where there is no one to call. */
export function CallButton({ callee, children, ...look }: Props & ButtonProps) {
  const act = useCallAct(callee)
  if (!act) return null
  const { href, why, onClick } = act
  const state = why === undefined ? {} : refused(why)
  return href === undefined ? (
    <Button {...look} {...state} onClick={onClick}>
      {children}
    </Button>
  ) : (
    <Button component="a" href={href} {...look} onClick={onClick}>
      {children}
    </Button>
  )
}

type IconProps = Props & ActionIconProps & { otherwise?: ReactNode }
/** The same as an icon; `otherwise`: shown where there is no one to call. */
export function CallIcon({ callee, children, otherwise = null, ...look }: IconProps) {
  const act = useCallAct(callee)
  if (!act) return otherwise
  const { href, why, onClick } = act
  const state = why === undefined ? {} : refused(why)
  return href === undefined ? (
    <ActionIcon {...look} {...state} onClick={onClick}>
      {children}
    </ActionIcon>
  ) : (
    <ActionIcon component="a" href={href} {...look} onClick={onClick}>
      {children}
    </ActionIcon>
  )
}
