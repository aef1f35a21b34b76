import { useTranslation } from 'react-i18next'
import { AuthFrame } from '../../features/auth/auth-frame.tsx'
import { BookingFlow } from '../../features/meetings/booking/booking.tsx'
import { paths } from '../../lib/paths.ts'
import { useIds } from '../../lib/search.ts'

/** Where strangers book a meeting. */
export function BookingPage() {
  const { t } = useTranslation('booking')
  const { slug } = useIds(paths.booking)
  return (
    <AuthFrame title={t('tab')} bare plain>
      <meta name="robots" content="noindex" />
      <BookingFlow slug={slug} />
    </AuthFrame>
  )
}
