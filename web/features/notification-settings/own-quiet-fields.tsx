import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnQuiet, OwnSettings } from '#contract/notifications/notification-settings.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { ClockPair } from './clock-pair.tsx'
import { useChangeOwn } from './notification-settings.api.ts'
import classes from './quiet.module.css'

/** Initial value: the night. */
export const NIGHT = { from: '22:00', to: '07:00' }
const kinds = ['business', 'own', 'none'] as const

/** The business's quiet hours, the member's own, or none. */
export function OwnQuietFields({ settings }: { settings: OwnSettings }) {
  const { t } = useTranslation('notification-settings')
  const { businessId } = useBusiness()
  const change = useChangeOwn(businessId)
  const [quiet, setQuiet] = useState(settings.quiet)
  const put = (next: OwnQuiet) => {
    setQuiet(next)
    change.mutate({ quiet: next })
  }
  const { businessQuiet } = settings
  return (
    <>
      <SegmentedControl
        className={classes.kinds ?? ''}
        aria-label={t('quiet.title')}
        value={quiet.kind}
        data={kinds.map((value) => ({ value, label: t(`own.quiet.${value}`) }))}
        onChange={(kind) => put(kind === 'own' ? { kind, hours: businessQuiet ?? NIGHT } : { kind })}
      />
      {quiet.kind === 'own' && <ClockPair hours={quiet.hours} onChange={(hours) => put({ kind: 'own', hours })} />}
      {quiet.kind === 'business' && (
        <p className={classes.said}>
          {businessQuiet ? t('own.businessQuiet', businessQuiet) : t('own.noBusinessQuiet')}
        </p>
      )}
    </>
  )
}
