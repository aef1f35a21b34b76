import { Suspense, useState } from 'react'
import { LeadPage, type PersonActions } from '../../features/leads/lead/lead-page.tsx'
import { useSavePerson } from '../../features/privacy/privacy.api.ts'
import { lazily } from '../../lib/lazy.ts'
import { useModal } from '../../lib/modal-stack.ts'
import { useBusiness, useCan } from '../../lib/session/session.ts'

const LeadCalls = lazily(() => import('../../features/calls/call/lead-calls.tsx'), 'LeadCalls')
const ErasePerson = lazily(() => import('../../features/privacy/erase-person.tsx'), 'ErasePerson')

/** A lead's page with its calls, and with what an Owner may do with the person's data: features of their own. */
export function LeadWithCalls() {
  const person = usePersonActions()
  return (
    <LeadPage calls={(businessId, leadId) => <LeadCalls businessId={businessId} leadId={leadId} />} person={person} />
  )
}

function usePersonActions(): PersonActions | undefined {
  const { businessId } = useBusiness()
  const isOwner = useCan('business.settings')
  const { mutate: save } = useSavePerson()
  const confirm = useModal('erase-person')
  const [isNeeded, need] = useState(confirm.opened)
  if (confirm.opened && !isNeeded) need(true)
  if (!isOwner) return undefined
  return {
    save,
    erase: confirm.open,
    dialog: (lead) => (
      <Suspense>
        {isNeeded && (
          <ErasePerson businessId={businessId} lead={lead} opened={confirm.opened} onClose={confirm.close} />
        )}
      </Suspense>
    ),
  }
}
