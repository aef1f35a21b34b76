import { Box } from '@mantine/core'
import type { StatusType, statusHues } from '#contract/leads/lead-status.ts'
import { StatusGlyph } from './status-glyph.tsx'
import classes from './status-pill.module.css'

export type StatusHue = (typeof statusHues)[number]
type Props = {
  name: string
  hue: StatusHue
  type: StatusType
  /** See StatusGlyph. */
  part?: number
  /** On a selected or hovered row the pill gets an inner ring. */
  ringed?: boolean
}

/** A status: tint, glyph and name. */
export function StatusPill({ name, hue, type, part, ringed }: Props) {
  return (
    <Box component="span" className={classes.pill} data-hue={hue} mod={{ ringed }}>
      <span className={classes.glyph}>
        <StatusGlyph type={type} {...(part !== undefined && { part })} />
      </span>
      <span className={classes.name} dir="auto">
        {name}
      </span>
    </Box>
  )
}
