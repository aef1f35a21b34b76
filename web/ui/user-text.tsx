import { Box } from '@mantine/core'
import classes from './user-text.module.css'

type Props = {
  children: string
  /** Cut where there is no room, with the whole text as its title. */
  cut?: boolean
  /** Of the text itself; of e-mails and addresses it is known. */
  direction?: 'auto' | 'ltr'
}

/** Text that people typed, in its own direction. Cut, it keeps its beginning whatever the interface's direction is. */
export function UserText({ children, cut, direction = 'auto' }: Props) {
  if (!cut) return <bdi dir={direction}>{children}</bdi>
  return (
    <Box component="span" className={classes.cut} dir={direction} title={children}>
      {children}
    </Box>
  )
}
