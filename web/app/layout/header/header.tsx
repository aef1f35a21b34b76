import { ActionIcon } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { NotificationBell } from '../../../features/notifications/notification-bell.tsx'
import { useModal } from '../../../lib/modal-stack.ts'
import { useSession } from '../../../lib/session/session.ts'
import { storage, useStored } from '../../../lib/storage.ts'
import { PaletteField } from '../../palette/palette-field.tsx'
import { MENU_MODAL } from '../menu/menu-modal.ts'
import { SoftphoneSlot } from '../softphone-slot.tsx'
import { BusinessSelector } from './business-selector.tsx'
import { CampaignSelector } from './campaign-selector.tsx'
import classes from './header.module.css'
import { UserMenu } from './user-menu.tsx'

/** Business and campaign at the start, bell and user at the end; on narrow screens menu, business, palette, bell. Palette and bell need a business. */
export function Header({ isNarrow }: { isNarrow: boolean }) {
  const { t } = useTranslation('shell')
  const { business } = useSession()
  const menu = useModal(MENU_MODAL)
  const [withPhone] = useStored(storage.phoneBusinessId)
  return (
    <div className={classes.header}>
      {isNarrow && (
        <ActionIcon aria-label={t('openMenu')} aria-haspopup="dialog" aria-expanded={menu.opened} onClick={menu.open}>
          <IconMenu2 size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
      <BusinessSelector />
      {!isNarrow && business && (
        <>
          <span className={classes.slash} aria-hidden>
            /
          </span>
          <CampaignSelector />
        </>
      )}
      <span className={classes.space} />
      {business && <PaletteField isNarrow={isNarrow} />}
      <span className={classes.phone} data-awaited={business?._id === withPhone || undefined}>
        {business && <SoftphoneSlot />}
      </span>
      {business && <NotificationBell isNarrow={isNarrow} />}
      {!isNarrow && <UserMenu />}
    </div>
  )
}
