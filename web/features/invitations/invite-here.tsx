import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useModal } from '../../lib/modal-stack.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { INVITE_MODAL } from './invite-modal.ts'

/** Invites people from another feature's page, which stays as it is. */
export function InviteHere() {
  const { t } = useTranslation('invitations')
  const modal = useModal(INVITE_MODAL)
  return (
    <div>
      <Button variant="default" leftSection={<IconUserPlus size={16} stroke={1.75} aria-hidden />} onClick={modal.open}>
        {t('invite')}
      </Button>
      <InviteDialog opened={modal.opened} onClose={modal.close} />
    </div>
  )
}
