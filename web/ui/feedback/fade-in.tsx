import { Box, type BoxProps } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './fade-in.module.css'

type Props = BoxProps & { visible: boolean; children: ReactNode }

/** Fades in over 0.4 s when visible (specification, section 9); at once with reduced motion. */
export const FadeIn = ({ visible, ...box }: Props) => <Box {...box} className={classes.fade} mod={{ visible }} />
