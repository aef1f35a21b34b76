import type { Language } from '#contract/constants.ts'
import { call } from '../http/call.ts'
import { userRoutes } from '../http/routes.ts'
import { withOverlay } from '../overlay.ts'
import { storage } from '../storage.ts'
import { changeLanguage } from './i18n.ts'

/** Keeps a chosen language on this device and, when signed in, on the account. */
export async function switchLanguage(language: Language) {
  if (storage.token.get()) storage.languageUnsaved.set(true)
  await Promise.all([withOverlay(changeLanguage(language)), saveChosenLanguage(language)])
}

/** The person's own language wins over the device's, except one chosen here that has not reached the server. */
export async function takeLanguageOf(person: { userLanguage: Language }) {
  if (!storage.languageUnsaved.get()) return changeLanguage(person.userLanguage)
  void saveChosenLanguage(storage.language.get())
}

async function saveChosenLanguage(language: Language) {
  if (!storage.languageUnsaved.get()) return
  const { update } = await userRoutes()
  await call(update, { body: { userLanguage: language } }).then(
    // Another one may have been chosen meanwhile, and is on its way itself.
    () => storage.language.get() === language && storage.languageUnsaved.set(false),
    (error: unknown) => console.warn(error),
  )
}
