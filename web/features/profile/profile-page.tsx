import { Button } from '@mantine/core'
import { Link, useRouter } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazily } from '../../lib/lazy.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchText } from '../../lib/search.ts'
import { useSession } from '../../lib/session/session.ts'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { UnsavedGuard } from '../../ui/forms/unsaved-guard.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { EmailSection } from './email-section.tsx'
import { PersonSection } from './person-section.tsx'
import { PhoneSection } from './phone-section.tsx'
import { PreferencesSection } from './preferences-section.tsx'
import classes from './profile.module.css'

/** Below the first screen, so it is loaded separately. */
const AccessSections = lazily(() => import('./access-sections.tsx'), 'AccessSections')

/** The person's account; each section saves by itself. `data`: another feature's section for export and deletion. */
export function ProfilePage({ data }: { data?: ReactNode }) {
  const { t } = useTranslation('profile')
  const { user } = useSession()
  const isPending = user.status === 'Pending'
  return (
    <Page
      title={t('title')}
      context={<bdi dir="ltr">{user.email}</bdi>}
      // A Pending person has no menu, so the page offers a way to continue.
      actions={
        isPending && (
          <Button component={Link} to={paths.verifyPhone}>
            {t('phone.verify')}
          </Button>
        )
      }
    >
      <ProfileSections data={data} />
      <UnsavedGuard />
    </Page>
  )
}

export function ProfileSections({ data }: { data?: ReactNode }) {
  const router = useRouter()
  const { secure } = useSearchText()
  const isLed = secure !== undefined
  return (
    <div className={classes.sections}>
      <PersonSection />
      <PhoneSection />
      <EmailSection />
      <PreferencesSection />
      <Suspense fallback={<SkeletonRows rows={6} columns={2} />}>
        <AccessSections isLed={isLed} onDone={() => router.history.push(paths.home)} />
        {data}
      </Suspense>
    </div>
  )
}
