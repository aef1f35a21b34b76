import { Box } from '@mantine/core'
import classes from './user-text.module.css'

/** Text that people typed, in its own direction. Cut, it keeps its beginning whatever the interface's direction is. */
export function UserText({ children, cut }: { children: string; cut?: boolean }) {
  if (!cut) return <bdi dir="auto">{children}</bdi>
  return (
    <Box component="span" className={classes.cut} dir="auto" title={children}>
      {children}
    </Box>
  )
}
