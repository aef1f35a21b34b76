import { IconSpeakerphone } from '@tabler/icons-react'
import { paths } from '../../lib/paths.ts'
import type { FirstStep } from '../../shared/first-step.ts'

export const campaignStep: FirstStep = {
  step: 'campaign',
  Icon: IconSpeakerphone,
  needs: 'campaigns.create',
  to: ({ businessId }) => ({ path: paths.createCampaign(businessId) }),
}
