import { lazy } from 'react'

/** What the columns of calls show: fetched with the first of them that is shown. */
const cells = () => import('./lead-call-cells.tsx')
export const CallStatusCell = lazy(async () => ({ default: (await cells()).CallStatusCell }))
export const CallRecordingCell = lazy(async () => ({ default: (await cells()).CallRecordingCell }))
