import { Box } from '@mantine/core'
import classes from './user-text.module.css'

type Props = {
  children: string
  /** Truncated, with the whole text as tooltip. */
  cut?: boolean
  /** Known for e-mails and URLs; else detected from the text. */
  direction?: 'auto' | 'ltr'
}

/** User text in its own direction. Truncation keeps its beginning in both interface directions. */
export function UserText({ children, cut, direction = 'auto' }: Props) {
  if (!cut) return <bdi dir={direction}>{children}</bdi>
  return (
    <Box component="span" className={classes.cut} dir={direction} title={children}>
      {children}
    </Box>
  )
}
