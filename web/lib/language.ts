import type { Language } from '#contract/constants.ts'
import { call } from './call.ts'
import { changeLanguage } from './i18n.ts'
import { withOverlay } from './overlay.ts'
import { userRoutes } from './routes.ts'
import { storage } from './storage.ts'

/** Somebody chose a language: it is kept on this device and, when signed in, on the person. */
export async function switchLanguage(language: Language) {
  await withOverlay(changeLanguage(language))
  if (!storage.token.get()) return
  const { update } = await userRoutes()
  await call(update, { body: { userLanguage: language } }).catch((error: unknown) => console.warn(error))
}
