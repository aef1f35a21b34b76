import type { Language } from '#contract/constants.ts'
import { call } from '../http/call.ts'
import { userRoutes } from '../http/lazy-routes.ts'
import { withOverlay } from '../overlay.ts'
import { storage } from '../storage.ts'
import { changeLanguage } from './i18n.ts'

/** Stores the chosen language on this device and, if signed in, in the account. */
export async function switchLanguage(language: Language) {
  if (storage.token.get()) storage.languageUnsaved.set(true)
  await Promise.all([withOverlay(changeLanguage(language)), saveChosenLanguage(language)])
}

/** The account's language overrides the device's, unless one chosen here is not saved yet. */
export async function takeLanguageOf(person: { userLanguage: Language }) {
  if (!storage.languageUnsaved.get()) return changeLanguage(person.userLanguage)
  void saveChosenLanguage(storage.language.get())
}

async function saveChosenLanguage(language: Language) {
  if (!storage.languageUnsaved.get()) return
  const { update } = await userRoutes()
  await call(update, { body: { userLanguage: language } }).then(
    // Another language may have been chosen meanwhile; it is saved by its own call.
    () => storage.language.get() === language && storage.languageUnsaved.set(false),
    (error: unknown) => console.warn(error),
  )
}
