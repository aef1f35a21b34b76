import { IconBuildingStore } from '@tabler/icons-react'
import { paths } from '../../lib/paths.ts'
import type { FirstStep } from '../../shared/first-step.ts'

export const businessStep: FirstStep = {
  step: 'business',
  Icon: IconBuildingStore,
  needs: 'business.settings',
  to: ({ businessId }) => ({ path: paths.businessInfo(businessId) }),
}
