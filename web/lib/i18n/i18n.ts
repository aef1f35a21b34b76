import i18next, { type BackendModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { type Language, languages } from '#contract/constants.ts'
import { loadCode } from '../code/load-code.ts'
import { storage } from '../storage.ts'

type Catalogue = { default: Record<string, unknown> }
type Texts = {
  texts: Record<string, Catalogue['default']>
  /** Loads other files by their paths. */
  others: Record<string, () => Promise<Catalogue>>
}
/** Texts of every page, loaded before the first paint, and those of the frame: one file of each per language. */
const START = ['common', 'errors', 'unsaved'] as const
const FRAME = ['lists', 'notifications', 'shell'] as const
/**
 * These two files of a language name its others, so that a page does not load the names of the other language's: the first
 * those of pages without the frame, the second all.
 */
const startFiles: Record<Language, () => Promise<Texts>> = {
  he: () => import('./start-texts/he.ts'),
  en: () => import('./start-texts/en.ts'),
}
const frameFiles: Record<Language, () => Promise<Texts>> = {
  he: () => import('./frame-texts/he.ts'),
  en: () => import('./frame-texts/en.ts'),
}

const has = (names: readonly string[], namespace: string) => names.includes(namespace)

/** Undefined: there is no such file. */
async function catalogueOf(language: Language, namespace: string): Promise<Catalogue | undefined> {
  const textsIn = async (load: () => Promise<Texts>) => ({ default: (await loadCode(load)).texts[namespace] ?? {} })
  if (has(START, namespace)) return textsIn(startFiles[language])
  if (has(FRAME, namespace)) return textsIn(frameFiles[language])
  const path = `../../../../locales/${language}/${namespace}.json`
  const load =
    (await loadCode(startFiles[language])).others[path] ?? (await loadCode(frameFiles[language])).others[path]
  return load && loadCode(load)
}

/** Loads one file per language and feature on first use; without a connection it waits for it. */
const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) => {
    catalogueOf(language as Language, namespace).then(
      (file) => (file ? done(null, file.default) : done(new Error(`No texts: ${language}/${namespace}`), null)),
      (error: Error) => done(error, null),
    )
  },
}

export const i18n = i18next.createInstance()

export const directionOf = (language: Language) => (language === 'he' ? 'rtl' : 'ltr')
export const currentLanguage = (): Language => languages.find((language) => language === i18n.language) ?? languages[0]

function markDocument(language: Language) {
  document.documentElement.lang = language
  document.documentElement.dir = directionOf(language)
}

const optionsFor = (language: Language) => ({
  lng: language,
  supportedLngs: [...languages],
  fallbackLng: false as const,
  ns: [...START],
  defaultNS: 'common',
  interpolation: { escapeValue: false },
  returnNull: false as const,
  saveMissing: !import.meta.env.PROD,
  missingKeyHandler: (lngs: readonly string[], namespace: string, key: string) =>
    console.error(`No text: ${lngs.join()}/${namespace}: ${key}`),
})

/** Resolves when the texts of every screen are loaded. */
export async function startI18n(language: Language = storage.language.get()) {
  markDocument(language)
  i18n.use(backend).use(initReactI18next)
  await i18n.init(optionsFor(language))
}

/** Resolves when the texts of a page are loaded, so that it does not render until it can render as a whole. */
export const loadTexts = (names: readonly string[], { framed }: { framed: boolean }) =>
  i18n.loadNamespaces([...(framed ? FRAME : []), ...names])

/** An i18n instance for a part of the page in another language, with these files loaded. */
export async function i18nIn(language: Language, files: readonly string[]) {
  const own = i18next.createInstance()
  await own.use(backend).init({ ...optionsFor(language), ns: [...START, ...FRAME, ...files] })
  return own
}

/** The routed view is rebuilt (see app.tsx); drafts.ts preserves typed values. */
export async function changeLanguage(language: Language) {
  if (language === i18n.language) return
  storage.language.set(language)
  await i18n.changeLanguage(language)
  markDocument(language)
}
