import { vi } from 'vitest'

/** Replaces the browser's passkeys, which jsdom lacks; tests set the result of each call. */
export const passkeyBrowser = {
  startAuthentication: vi.fn(),
  startRegistration: vi.fn(),
  browserSupportsWebAuthnAutofill: vi.fn(),
}
