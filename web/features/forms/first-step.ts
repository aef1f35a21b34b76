import { IconForms } from '@tabler/icons-react'
import { paths } from '../../lib/paths.ts'
import type { FirstStep } from '../../shared/first-step.ts'

export const formStep: FirstStep = {
  step: 'form',
  Icon: IconForms,
  needs: 'campaigns.edit',
  to: ({ businessId, campaignId }) => (campaignId ? { path: paths.newForm(businessId, campaignId) } : undefined),
}
