import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './state-label.module.css'

type Props = { look: { Icon: Icon; hue: string }; children: ReactNode }

/** A state as coloured icon and text. */
export function StateLabel({ look: { Icon, hue }, children }: Props) {
  return (
    <span className={classes.state}>
      <span className={classes.glyph} data-hue={hue}>
        <Icon size={16} stroke={1.75} aria-hidden />
      </span>
      {children}
    </span>
  )
}
