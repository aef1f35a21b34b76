import { vi } from 'vitest'

/** Replaces the browser's passkeys, which jsdom lacks; a test says what comes of each. */
export const passkeyBrowser = {
  startAuthentication: vi.fn(),
  startRegistration: vi.fn(),
  browserSupportsWebAuthnAutofill: vi.fn(),
}
