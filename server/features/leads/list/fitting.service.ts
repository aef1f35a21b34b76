import { listFits } from './fitting.queries.ts'

/** Which conditions a lead fits, for features that act on leads by themselves. */
export const whichFit = listFits
