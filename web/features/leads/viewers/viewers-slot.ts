import { lazily } from '../../../lib/lazy.ts'

/** Not part of the page's own code, which shows the lead first. */
export const LeadViewers = lazily(() => import('./lead-viewers.tsx'), 'LeadViewers')
