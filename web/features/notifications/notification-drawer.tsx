import { Drawer } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './notification-bell.module.css'
import { NotificationPanel } from './notification-panel.tsx'

/** The panel on narrow screens. Its links replace its own history entry. */
export function NotificationDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('notifications')
  const titleId = useId()
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size="100%"
      position="right"
      withCloseButton={false}
      attributes={{ content: { 'aria-label': t('title') } }}
      classNames={{ body: classes.drawer ?? '' }}
    >
      <NotificationPanel onClose={onClose} onOpen={() => undefined} replace titleId={titleId} />
    </Drawer>
  )
}
