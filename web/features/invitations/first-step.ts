import { IconUserPlus } from '@tabler/icons-react'
import { paths } from '../../lib/paths.ts'
import type { FirstStep } from '../../shared/first-step.ts'
import { INVITE_MODAL } from './invite-modal.ts'

export const inviteStep: FirstStep = {
  step: 'invite',
  Icon: IconUserPlus,
  needs: 'users.manage',
  to: ({ businessId }) => ({ path: paths.users(businessId), modal: INVITE_MODAL }),
}
