import { notifications } from '@mantine/notifications'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { startI18n } from '../lib/i18n/i18n.ts'
import { dropDrafts } from '../lib/unsaved/drafts.ts'

// Here, not in a test: one worker runs many files on the same modules.
vi.mock('@simplewebauthn/browser', async () => (await import('./passkey-browser.ts')).passkeyBrowser)

// Browser features that jsdom lacks and Mantine needs.
window.matchMedia ??= (media: string) =>
  ({
    matches: false,
    media,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }) as unknown as MediaQueryList
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
Element.prototype.scrollIntoView ??= () => undefined
window.scrollTo = () => undefined
// Auto-sizing fields measure again when a font has loaded.
if (!document.fonts) Object.defineProperty(document, 'fonts', { value: new EventTarget() })

// Lazy parts of a page may take a while on a busy machine. Failures print the first sentence, not the whole document.
configure({ asyncUtilTimeout: 10_000, getElementError: (message) => new Error(message?.split('\n\n')[0] ?? '') })

await startI18n('en')

let problems: unknown[][] = []
/** jsdom does not know the element `search`, which React says once. */
const isOfJsdom = ([text, tag]: unknown[]) =>
  tag === 'search' && String(text).includes('is unrecognized in this browser')
beforeEach(() => {
  problems = []
  vi.spyOn(console, 'error').mockImplementation((...words) => {
    if (!isOfJsdom(words)) problems.push(words)
  })
  // Expected failures are logged, too.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})

afterEach(() => {
  cleanup()
  // Toasts are rendered outside the page and would remain in the next test.
  notifications.clean()
  notifications.cleanQueue()
  dropDrafts()
  localStorage.clear()
  sessionStorage.clear()
  expect(problems, 'Nothing may be written to console.error').toEqual([])
})
