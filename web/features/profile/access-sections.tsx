import { GoogleSection } from './google-section.tsx'
import { LeaveBusiness } from './leave-business.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { TwoFactorSection } from './two-factor-section.tsx'

/** Sections of the profile: sign-in methods, sessions, and leaving the business. */
export const AccessSections = ({ isLed, onDone }: { isLed: boolean; onDone: () => void }) => (
  <>
    <PasswordSection />
    <TwoFactorSection isLed={isLed} onDone={onDone} />
    <PasskeysSection />
    <GoogleSection />
    <SessionsSection />
    <LeaveBusiness />
  </>
)
