import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Check, type Source, sources } from './check.ts'

const LANGUAGES = ['he', 'en'] as const
/** `t('key')`, `tErrors('key', { ns: 'errors' })`, i18n.t(`group.${name}`). */
const CALL = /(?:\bt(?:[A-Z]\w*)?|\bi18n\.t)\(\s*(['`])([^'`]+)\1(?:[^()]*?\bns:\s*'([\w-]+)')?/g
const ERROR_FILES = ['errors', 'refusals']
/** Browsers may break a line after a hyphen, never after a maqaf. */
const HYPHEN_AFTER_PREFIX = /[א-ת]-[A-Za-z0-9{<]/
const PLURAL = /_(zero|one|two|few|many|other)$/

/** Texts by key; keys of nested groups are joined by dots. */
type Texts = Map<string, string>
/** Texts by `<language>/<file>`. */
type Catalogue = Map<string, Texts>

/** Both languages have the same keys, every error has a text, and every key used in code exists. */
export const checkTranslations: Check = async (root) => {
  const files = sources(root, 'locales/*/*.json')
  const catalogue: Catalogue = new Map(
    files.map(({ path, text }) => [path.slice('locales/'.length, -'.json'.length), flatten(JSON.parse(text))]),
  )
  const namespaces = [...new Set([...catalogue.keys()].map((name) => name.split('/')[1] ?? ''))]
  return {
    seen: files.length,
    problems: [
      ...namespaces.flatMap((namespace) => differences(catalogue, namespace)),
      ...namespaces.flatMap((namespace) => badTexts(catalogue, namespace)),
      ...(await errorsWithoutText(root, catalogue)),
      ...refusalsOfTheWeb(root, catalogue),
      ...sources(root, ['web/**/*.{ts,tsx}', 'server/**/*.ts']).flatMap((file) => missingKeys(file, catalogue)),
    ],
  }
}

function flatten(texts: unknown, prefix = ''): Texts {
  const entries = Object.entries(texts as Record<string, unknown>)
  return new Map(
    entries.flatMap(([key, value]) =>
      typeof value === 'object' && value !== null
        ? [...flatten(value, `${prefix}${key}.`)]
        : [[`${prefix}${key}`, String(value)] as const],
    ),
  )
}

/** Plural forms count as one key, which must have every form of the language. */
function differences(catalogue: Catalogue, namespace: string): string[] {
  const all = LANGUAGES.flatMap((language) => [...(catalogue.get(`${language}/${namespace}`)?.keys() ?? [])])
  const keys = [...new Set(all.map((key) => (isPlural(key, all) ? key.replace(PLURAL, '') : key)))]
  return LANGUAGES.flatMap((language) => {
    const texts = catalogue.get(`${language}/${namespace}`)
    if (!texts) return [`locales/${language}/${namespace}.json is missing`]
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    const wanted = keys.flatMap((key) => (all.includes(`${key}_other`) ? forms.map((form) => `${key}_${form}`) : [key]))
    return wanted.filter((key) => !texts.has(key)).map((key) => `locales/${language}/${namespace}.json lacks ${key}`)
  })
}

const isPlural = (key: string, all: string[]) => PLURAL.test(key) && all.includes(key.replace(PLURAL, '_other'))

function badTexts(catalogue: Catalogue, namespace: string): string[] {
  const [he, en] = LANGUAGES.map((language) => catalogue.get(`${language}/${namespace}`) ?? new Map<string, string>())
  const empty = LANGUAGES.flatMap((language) =>
    [...(catalogue.get(`${language}/${namespace}`) ?? [])]
      .filter(([, text]) => text.trim() === '')
      .map(([key]) => `locales/${language}/${namespace}.json: ${key} is empty`),
  )
  const unlike = [...(he ?? [])]
    .filter(
      ([key, text]) => !PLURAL.test(key) && en?.has(key) && placeholders(text) !== placeholders(en.get(key) ?? ''),
    )
    .map(([key]) => `${namespace}.json: ${key} has other values in the two languages`)
  const hyphened = [...(he ?? [])]
    .filter(([, text]) => HYPHEN_AFTER_PREFIX.test(text))
    .map(([key]) => `locales/he/${namespace}.json: ${key} joins a prefix by a hyphen rather than a maqaf (־)`)
  return [...empty, ...unlike, ...hyphened]
}

const placeholders = (text: string) => [...new Set(text.match(/\{\{[^}]+\}\}/g))].sort().join()

async function errorsWithoutText(root: string, catalogue: Catalogue): Promise<string[]> {
  const { errorStatus } = (await import(pathToFileURL(join(root, 'contract/errors.ts')).href)) as {
    errorStatus: object
  }
  return Object.keys(errorStatus).flatMap((code) =>
    LANGUAGES.filter((language) => !ERROR_FILES.some((file) => catalogue.get(`${language}/${file}`)?.has(code))).map(
      (language) => `locales/${language}/refusals.json lacks ${code}`,
    ),
  )
}

/**
 * Refusal codes that the web uses must be in `errors`, because every page loads `errors`, but only pages with a log
 * load `refusals`.
 */
function refusalsOfTheWeb(root: string, catalogue: Catalogue): string[] {
  const refusals = catalogue.get('en/refusals') ?? new Map<string, string>()
  const named = sources(root, ['web/**/*.{ts,tsx}', 'contract/**/*.ts'])
    .filter(({ path }) => path !== 'contract/errors.ts' && !/\.test\.tsx?$/.test(path))
    .flatMap(({ text }) => [...text.matchAll(/'(\w+)'/g)].map(([, word]) => word ?? ''))
  return [...new Set(named)]
    .filter((key) => refusals.has(key))
    .map((key) => `refusals.json: ${key} is named in the web or the contract and belongs to errors.json`)
}

/** Missing literal keys; of a template, the part before the first value. */
function missingKeys({ path, text }: Source, catalogue: Catalogue): string[] {
  if (/\.test\.tsx?$/.test(path)) return []
  const own = [...text.matchAll(/useTranslation\(\s*\[?((?:'[\w-]+'(?:,\s*)?)+)/g)].flatMap(([, list]) =>
    [...(list ?? '').matchAll(/'([\w-]+)'/g)].map(([, name]) => name ?? ''),
  )
  const asked = [
    ...[...text.matchAll(CALL)].map(([, , key, namespace]) => (namespace ? `${namespace}:${key}` : (key ?? ''))),
    ...[...text.matchAll(/i18nKey="([^"]+)"/g)].map(([, key]) => key ?? ''),
    ...[...text.matchAll(/\btranslate\([^,()]+,\s*'(\w+)',\s*'([^']+)'/g)].map(
      ([, namespace, key]) => `${namespace}:${key}`,
    ),
  ]
  return [...new Set(asked)]
    .filter((key) => !isKnown(key, own, catalogue))
    .map((key) => `${path} asks for a text that does not exist: ${key}`)
}

function isKnown(asked: string, own: string[], catalogue: Catalogue): boolean {
  const [namespace, key] = asked.includes(':') ? asked.split(':') : [undefined, asked]
  const fixed = key?.split('${')[0] ?? ''
  if (fixed === '' || (key === asked && !asked.includes('${') && /\s/.test(asked))) return true
  const namespaces = namespace
    ? namespace === 'errors'
      ? ERROR_FILES
      : [namespace]
    : [...own, 'common', ...(own.length > 0 ? [] : catalogueNames(catalogue))]
  return namespaces.some((name) => {
    const keys = [...(catalogue.get(`en/${name}`)?.keys() ?? [])]
    return key === fixed
      ? keys.some((known) => known === key || known.replace(PLURAL, '') === key)
      : keys.some((known) => known.startsWith(fixed))
  })
}

/** If a function receives `t`, its namespace is unknown, so a key in any file counts. */
const catalogueNames = (catalogue: Catalogue) => [...catalogue.keys()].map((name) => name.split('/')[1] ?? '')
