import { Notifications } from '@mantine/notifications'
import { TOASTS_AT_ONCE } from '../ui/toast.tsx'
import '@mantine/notifications/styles.layer.css'

/** Where toasts appear: top-center, three at once, the others wait (specification, section 8). */
export const Toaster = () => <Notifications position="top-center" limit={TOASTS_AT_ONCE} transitionDuration={160} />
