import { Box, type BoxProps } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './fade-in.module.css'

type Props = BoxProps & { visible: boolean; children: ReactNode }

/** What is marked visible fades in over 0.4 s (specification, section 9); with reduced motion it is there at once. */
export const FadeIn = ({ visible, ...box }: Props) => <Box {...box} className={classes.fade} mod={{ visible }} />
