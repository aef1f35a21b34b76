import { Button, Kbd } from '@mantine/core'
import type { IconPhone } from '@tabler/icons-react'
import { useNarrow } from '../../lib/use-narrow.ts'
import classes from './call-card.module.css'

type Props = { label: string; keys?: string; color: 'green' | 'red'; Icon: typeof IconPhone; onClick: () => void }

/** Answers or ends a call; `keys`: with Shift. */
export function ActButton({ label, keys, color, Icon, onClick }: Props) {
  const isNarrow = useNarrow()
  return (
    <Button
      className={classes.act ?? ''}
      data-act={color}
      leftSection={<Icon size={18} stroke={2} aria-hidden />}
      rightSection={
        keys &&
        !isNarrow && (
          <Kbd className={classes.kbd ?? ''} aria-hidden>
            Shift {keys}
          </Kbd>
        )
      }
      onClick={onClick}
    >
      {label}
    </Button>
  )
}
