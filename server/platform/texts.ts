import { readdirSync, readFileSync } from 'node:fs'
import { createInstance } from 'i18next'
import { type Language, languages, TIME_ZONE } from '#contract/constants.ts'

const folder = new URL('../../locales/', import.meta.url)
const read = (language: Language, file: string) =>
  JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), 'utf8')) as Record<string, string>

/** Texts of the server by namespace; `errors` has those of `refusals`, which the web does not say itself. */
function catalogueOf(language: Language) {
  const files = readdirSync(new URL(`${language}/`, folder)).filter((file) => file.endsWith('.json'))
  const texts = Object.fromEntries(files.map((file) => [file.replace('.json', ''), read(language, file)]))
  return { ...texts, errors: { ...texts.errors, ...texts.refusals } }
}
const catalogue = Object.fromEntries(languages.map((language) => [language, catalogueOf(language)]))

const texts = createInstance()
await texts.init({
  resources: catalogue,
  fallbackLng: false,
  defaultNS: 'errors',
  // HTML is escaped where it is rendered.
  interpolation: { escapeValue: false },
})

/** A text of locales/<language>/<namespace>.json with its values filled in. */
export const translate = (language: Language, namespace: string, key: string, values: Record<string, unknown> = {}) =>
  texts.t(key, { ...values, lng: language, ns: namespace })

/** The text with its placeholders unfilled; empty if it does not exist. */
export const rawText = (language: Language, namespace: string, key: string) =>
  texts.exists(key, { lng: language, ns: namespace })
    ? texts.t(key, { lng: language, ns: namespace, skipInterpolation: true })
    : ''

export const hasText = (namespace: string, key: string) => texts.exists(key, { lng: languages[0], ns: namespace })

/** The day of a time in Israel: 31 January 2026. */
export const longDay = (language: Language, at: string) =>
  new Intl.DateTimeFormat(language, { timeZone: TIME_ZONE, dateStyle: 'long' }).format(new Date(at))
