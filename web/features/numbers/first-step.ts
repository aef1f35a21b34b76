import { IconHash, IconPhoneCall } from '@tabler/icons-react'
import { lazily } from '../../lib/lazy.ts'
import { paths } from '../../lib/paths.ts'
import type { FirstStep } from '../../shared/first-step.ts'
import { NEW_NUMBER_MODAL } from './new-number-modal.ts'

export const numberStep: FirstStep = {
  step: 'number',
  Icon: IconHash,
  needs: 'numbers.order',
  to: ({ businessId, campaignId }) =>
    campaignId ? { path: paths.numbers(businessId), modal: NEW_NUMBER_MODAL } : undefined,
}

export const testCallStep: FirstStep = {
  step: 'test_call',
  Icon: IconPhoneCall,
  needs: 'numbers.order',
  to: ({ businessId, campaignId }) => (campaignId ? { path: paths.numbers(businessId) } : undefined),
  after: 'number',
  Body: lazily(() => import('./call-first-number.tsx'), 'CallFirstNumber'),
}
