import { Suspense } from 'react'
import { lazily } from '../../lib/lazy.ts'
import { GoogleSection } from './google-section.tsx'
import { LeaveBusiness } from './leave-business.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { TwoFactorSection } from './two-factor-section.tsx'

const CalendarSections = lazily(() => import('./calendar/calendar-sections.tsx'), 'CalendarSections')

/** Sections of the profile: sign-in methods, calendars, sessions, and leaving the business. */
export const AccessSections = ({ isLed, onDone }: { isLed: boolean; onDone: () => void }) => (
  <>
    <PasswordSection />
    <TwoFactorSection isLed={isLed} onDone={onDone} />
    <PasskeysSection />
    <GoogleSection />
    <Suspense>
      <CalendarSections />
    </Suspense>
    <SessionsSection />
    <LeaveBusiness />
  </>
)
