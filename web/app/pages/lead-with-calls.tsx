import { LeadPage } from '../../features/leads/lead-page.tsx'
import { lazily } from '../../lib/lazy.ts'

const LeadCalls = lazily(() => import('../../features/calls/lead-calls.tsx'), 'LeadCalls')

/** A lead's page with its calls, which are a feature of their own. */
export const LeadWithCalls = () => (
  <LeadPage calls={(businessId, leadId) => <LeadCalls businessId={businessId} leadId={leadId} />} />
)
