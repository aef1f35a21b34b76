import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { Page } from '../../ui/page.tsx'
import { UnsavedGuard } from '../../ui/unsaved-guard.tsx'
import { EmailSection } from './email-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { PersonSection } from './person-section.tsx'
import { PhoneSection } from './phone-section.tsx'
import { PreferencesSection } from './preferences-section.tsx'
import classes from './profile.module.css'
import { SessionsSection } from './sessions-section.tsx'

/** Everything about oneself; each part saves by itself. */
export function ProfilePage() {
  const { t } = useTranslation('profile')
  const { user } = useSession()
  const isPending = user.status === 'Pending'
  return (
    <Page
      title={t('title')}
      context={<bdi dir="ltr">{user.email}</bdi>}
      // There is no menu yet to go on with.
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
        <SessionsSection />
      </div>
      <UnsavedGuard />
    </Page>
  )
}
