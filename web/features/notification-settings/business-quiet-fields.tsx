import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BusinessSettings, QuietHours } from '#contract/notifications/notification-settings.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { ClockPair } from './clock-pair.tsx'
import { useChangeBusinessSettings } from './notification-settings.api.ts'
import { NIGHT } from './own-quiet-fields.tsx'

/** Default quiet hours, for members without their own. */
export function BusinessQuietFields({ settings }: { settings: BusinessSettings }) {
  const { t } = useTranslation('notification-settings')
  const { businessId } = useBusiness()
  const change = useChangeBusinessSettings(businessId)
  const [quiet, setQuiet] = useState(settings.quiet)
  const put = (next: QuietHours | null) => {
    setQuiet(next)
    change.mutate({ quiet: next })
  }
  return (
    <>
      <Switch
        label={t('business.hasQuiet')}
        checked={quiet !== null}
        onChange={({ currentTarget }) => put(currentTarget.checked ? NIGHT : null)}
      />
      {quiet && <ClockPair hours={quiet} onChange={put} />}
    </>
  )
}
