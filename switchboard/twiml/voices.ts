import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Table = { languages: string; basic: string; polly: string; google: Record<string, string> }

/** Voices and languages from the vendor's package 6.2 (its types of <Say>), as space-separated lists. */
const table = JSON.parse(readFileSync(join(import.meta.dirname, 'voices.json'), 'utf8')) as Table
const languages = new Set(table.languages.split(' '))
/** Languages of voices without a vendor prefix. Hebrew is not among them. */
const basicLanguages = new Set(table.basic.split(' '))
const polly = new Set(table.polly.split(' '))
const google = new Map(
  Object.entries(table.google).flatMap(([language, names]) =>
    names.split(' ').map((name) => [`${language}-${name}`, language]),
  ),
)
const BASIC = new Set(['man', 'woman', 'alice'])
const INVALID_VOICE = 13_511
const SCHEMA = 12_200

/** Returns the vendor's warning about a <Say>, if any; the call then uses the default voice. */
export function faultOfSay({ voice, language }: { voice?: string; language?: string }) {
  if (language !== undefined && !languages.has(language) && !basicLanguages.has(language))
    return { code: SCHEMA, message: `Attribute 'language' of <Say> is not valid: ${language}` }
  const invalid = (why: string) => ({ code: INVALID_VOICE, message: `Say: Invalid voice value: ${why}` })
  const [maker, name = ''] = voice?.split(/\.(.*)/s) ?? []
  if (maker === 'Google') {
    const speaks = google.get(name)
    if (speaks === undefined) return invalid(`${voice} is not known`)
    return language === undefined || language.toLowerCase() === speaks.toLowerCase()
      ? undefined
      : invalid(`${voice} does not speak ${language}`)
  }
  // The name of a Polly voice contains no language, and no Polly voice speaks Hebrew.
  if (maker === 'Polly') {
    if (!polly.has(name)) return invalid(`${voice} is not known`)
    return language === 'he-IL' ? invalid(`${voice} does not speak ${language}`) : undefined
  }
  if (voice !== undefined && !BASIC.has(voice)) return invalid(`${voice} is not known`)
  return language === undefined || basicLanguages.has(language)
    ? undefined
    : invalid(`${voice ?? 'the standard voice'} does not speak ${language}`)
}
