import { Button } from '@mantine/core'
import { Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useSearchText } from '../../lib/search.ts'
import { useSession } from '../../lib/session/session.ts'
import { UnsavedGuard } from '../../ui/forms/unsaved-guard.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { EmailSection } from './email-section.tsx'
import { GoogleSection } from './google-section.tsx'
import { LeaveBusiness } from './leave-business.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { PersonSection } from './person-section.tsx'
import { PhoneSection } from './phone-section.tsx'
import { PreferencesSection } from './preferences-section.tsx'
import classes from './profile.module.css'
import { SessionsSection } from './sessions-section.tsx'
import { TwoFactorSection } from './two-factor-section.tsx'

/** The person's account; each section saves by itself. `data`: another feature's section for export and deletion. */
export function ProfilePage({ data }: { data?: ReactNode }) {
  const { t } = useTranslation('profile')
  const { user } = useSession()
  const isPending = user.status === 'Pending'
  const router = useRouter()
  const { secure } = useSearchText()
  const isLed = secure !== undefined
  return (
    <Page
      title={t('title')}
      context={<bdi dir="ltr">{user.email}</bdi>}
      // A pending person has no menu to continue with.
      actions={
        isPending && (
          <Button component={Link} to={paths.verifyPhone}>
            {t('phone.verify')}
          </Button>
        )
      }
    >
      <div className={classes.sections}>
        <PersonSection />
        <PhoneSection />
        <EmailSection />
        <PreferencesSection />
        <PasswordSection />
        <TwoFactorSection isLed={isLed} onDone={() => router.history.push(paths.home)} />
        <PasskeysSection />
        <GoogleSection />
        <SessionsSection />
        <LeaveBusiness />
        {data}
      </div>
      <UnsavedGuard />
    </Page>
  )
}
