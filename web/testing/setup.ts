import { notifications } from '@mantine/notifications'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { dropDrafts } from '../lib/drafts.ts'
import { startI18n } from '../lib/i18n/i18n.ts'

// What jsdom lacks and Mantine asks for.
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
// Fields that grow with their text measure again when a font has come.
if (!document.fonts) Object.defineProperty(document, 'fonts', { value: new EventTarget() })

// The whole document in every failure says less than the sentence before it.
// Parts of the page are fetched as they are shown, which may take a while on a busy machine.
configure({ asyncUtilTimeout: 10_000, getElementError: (message) => new Error(message?.split('\n\n')[0] ?? '') })

await startI18n('en')

let problems: unknown[][] = []
beforeEach(() => {
  problems = []
  vi.spyOn(console, 'error').mockImplementation((...words) => void problems.push(words))
  // What fails on purpose is logged, too.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})

afterEach(() => {
  cleanup()
  // Toasts live outside the page and would fill the next test's places.
  notifications.clean()
  notifications.cleanQueue()
  dropDrafts()
  localStorage.clear()
  sessionStorage.clear()
  expect(problems, 'Nothing may be written to console.error').toEqual([])
})
