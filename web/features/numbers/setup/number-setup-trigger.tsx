import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useModal } from '../../../lib/modal-stack.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { storage } from '../../../lib/storage.ts'
import { numbersQuery } from '../numbers.api.ts'
import { NumberSetup } from './number-setup.tsx'

/**
 * Opens the number set-up over the leads of a newly created campaign without a virtual number (specification, section
 * 2). Closed once, it does not open again by itself.
 */
export function NumberSetupTrigger({ campaignId }: { campaignId: string }) {
  const { businessId } = useBusiness()
  const { data } = useQuery(numbersQuery(businessId, campaignId))
  const modal = useModal('number-setup')
  const stage = useRef<'waiting' | 'opening' | 'open'>('waiting')
  const isNeeded = data?.numbers.length === 0
  const isSettled = data !== undefined && !isNeeded

  useEffect(() => {
    if (modal.opened) stage.current = 'open'
    else if (stage.current === 'open' || (stage.current === 'waiting' && isSettled)) storage.newCampaign.set(null)
    else if (stage.current === 'waiting' && isNeeded) {
      stage.current = 'opening'
      modal.open()
    }
  }, [modal, isNeeded, isSettled])
  return <NumberSetup opened={modal.opened} campaignId={campaignId} onClose={modal.close} />
}
