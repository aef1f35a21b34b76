import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../lib/i18n/format.ts'
import { lazily } from '../../lib/lazy.ts'
import { paths } from '../../lib/paths.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { PasswordAndCodeForm } from './password-and-code-form.tsx'
import classes from './profile.module.css'
import { ProfileSection } from './profile-section.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { twoFactorQuery, useRenewRecoveryCodes, useTurnOffTwoFactor } from './two-factor.api.ts'

/** Loaded separately, because it includes the drawing of QR codes. */
const TwoFactorSetup = lazily(() => import('./two-factor-setup.tsx'), 'TwoFactorSetup')

/** The form open in the section. Recovery codes are shown once, when they are created. */
type Doing = 'nothing' | 'setUp' | 'renew' | 'turnOff' | { codes: string[] }

/** Two-factor authentication by an authenticator app. `isLed`: the person came because a business requires it. */
export function TwoFactorSection({ isLed, onDone }: { isLed: boolean; onDone: () => void }) {
  const { t } = useTranslation('two-factor')
  const { data, error, refetch } = useQuery(twoFactorQuery)
  const [doing, setDoing] = useState<Doing>(isLed ? 'setUp' : 'nothing')
  const renew = useRenewRecoveryCodes()
  const turnOff = useTurnOffTwoFactor()
  const close = () => setDoing('nothing')
  const showCodes = (codes: string[]) => setDoing({ codes })
  const saved = () => {
    close()
    if (isLed) onDone()
  }

  const content = () => {
    if (!data)
      return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={1} columns={2} />
    if (typeof doing === 'object') return <RecoveryCodes codes={doing.codes} onSaved={saved} />
    if (!data.hasPassword) return <NoPassword />
    if (!data.since)
      return doing === 'setUp' ? (
        <Suspense fallback={<SkeletonRows rows={3} columns={1} />}>
          <TwoFactorSetup onDone={showCodes} onCancel={close} />
        </Suspense>
      ) : (
        <div className={classes.present}>
          <span className={classes.muted}>{t('off')}</span>
          <Button variant="default" onClick={() => setDoing('setUp')}>
            {t('turnOn')}
          </Button>
        </div>
      )
    if (doing === 'renew')
      return (
        <PasswordAndCodeForm
          action={t('renew')}
          act={renew}
          onDone={({ recoveryCodes }) => showCodes(recoveryCodes)}
          onCancel={close}
        />
      )
    if (doing === 'turnOff')
      return (
        <PasswordAndCodeForm
          action={t('turnOff')}
          act={turnOff}
          onDone={() => {
            toast.success(t('turnedOff'))
            close()
          }}
          onCancel={close}
        />
      )
    return <On since={data.since} codes={data.recoveryCodesLeft} onChoose={setDoing} />
  }
  return (
    <ProfileSection title={t('title')} text={t('text')}>
      {content()}
    </ProfileSection>
  )
}

type OnProps = { since: string; codes: number; onChoose: (doing: Doing) => void }

function On({ since, codes, onChoose }: OnProps) {
  const { t } = useTranslation('two-factor')
  return (
    <>
      <p className={classes.said}>{t('onSince', { day: formatDate(since) })}</p>
      <p className={codes > 2 ? classes.wait : classes.error}>{t('codesLeft', { count: codes })}</p>
      <div className={classes.actions}>
        <Button variant="default" onClick={() => onChoose('renew')}>
          {t('renew')}
        </Button>
        <Button variant="default" onClick={() => onChoose('turnOff')}>
          {t('turnOff')}
        </Button>
      </div>
    </>
  )
}

/** An account with Google sign-in only has to set a password first. */
function NoPassword() {
  const { t } = useTranslation('two-factor')
  return (
    <>
      <p className={classes.said}>{t('noPassword')}</p>
      <div className={classes.actions}>
        <Button variant="default" component={Link} to={paths.recoverPassword}>
          {t('setPassword')}
        </Button>
      </div>
    </>
  )
}
