import type { Rest } from '../../numbers/routing.rules.ts'

/** Whether the caller is to hear something at the step where the call is, so that nothing is decided before. */
export const isHeardNow = ({ at, content, waiting }: Rest): boolean =>
  waiting?.hears !== undefined || content.steps.find(({ id }) => id === at)?.kind === 'menu'
