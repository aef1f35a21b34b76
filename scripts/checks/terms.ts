import { type Check, type Source, sources } from './check.ts'

/** Design specimens, and words that only the search knows. */
const NOT_SHOWN = ['typography.json', 'search-words.json']
/** The texts of a form in both languages, side by side in each catalogue. */
const BOTH_LANGUAGES = /^(forms\.defaults|form-page\.own|.*\.?languages)\b/
const PLURAL = /_(one|two|other|zero)$/

/** English words with several meanings, and the Hebrew of each. */
const HOMONYMS: Record<string, string[]> = {
  System: ['המערכת', 'לפי המערכת'],
  Suspended: ['מושעה'],
  Value: ['שווי', 'ערך'],
  From: ['מתאריך', 'מאת', 'מ־', 'משעה'],
  To: ['עד תאריך', 'אל', 'עד'],
  Until: ['עד', 'עד שעה'],
  Lead: ['ניהול לידים', 'ליד'],
  'On hold': ['בהשהיה', 'בהמתנה'],
  Incoming: ['נכנסת', 'נכנסות'],
  Outgoing: ['יוצאת', 'יוצאות'],
  Open: ['פתוח', 'פתיחה'],
  Call: ['שיחה', 'חיוג'],
  Answered: ['נענתה', 'נענו'],
  Caller: ['המספר המתקשר', 'שיחה עם'],
  'Hung up right away': ['נותקה כמעט מיד', 'נותקו כמעט מיד'],
  Cancel: ['ביטול', 'עצירה'],
  Pending: ['בהמתנה לתשובה', 'ממתין לאימות'],
  Unread: ['לא נקרא', 'לא נקראו'],
  Duplicate: ['כפילות', 'כפילויות'],
}

/** Words that were replaced, and the product's word. */
const REPLACED: Record<'he' | 'en', [RegExp, string][]> = {
  he: [
    [/\b(Owner|Admin|Affiliate|Writer|Reader)s?\b/, 'the role’s Hebrew name'],
    [/(^|[\s"(])[הבלמ]?פח([\s".,)]|$)/, 'סל המחזור'],
    [/סירוב הבקשה|לסרב לבקשה/, 'דחייה'],
    [/אובדן|ליד אבוד/, 'אי־סגירה'],
    [/לוח עבודה|לוח הבקרה/, 'לוח בקרה'],
    [/כל הזמנים/, 'כל התקופה'],
    [/לתמיד/, 'לצמיתות'],
    [/(^|\s)לחישה/, 'הודעה מקדימה'],
    [/דוא["״]ל|אי־מייל/, 'אימייל'],
    [/אנא|\/[יהת](?![א-ת])/, 'an infinitive'],
  ],
  en: [
    [
      /\b(taken back|take back|let (them )?in( again)?|put off|by hand|ways and tests|forever|for good)\b/i,
      'the standard term',
    ],
    [/\be-mails?\b/i, 'email'],
    [/\bnotices?\b/i, 'notification'],
    [/\blog ?in\b(?! URL)/i, 'sign in'],
    [/\b(color|canceled(?! by)|grey out)\b/, 'British spelling'],
  ],
}

/** Each English text has one Hebrew text, and no text uses a replaced word (docs/glossary.md). */
export const checkTerms: Check = (root) => {
  const shown = sources(root, 'locales/*/*.json').filter(
    ({ path }) => !NOT_SHOWN.some((name) => path.endsWith(`/${name}`)),
  )
  const texts = { he: textsOf(shown, 'he'), en: textsOf(shown, 'en') }
  return {
    seen: texts.en.size,
    problems: [
      ...secondTranslations(texts.en, texts.he),
      ...replacedWords('he', texts.he),
      ...replacedWords('en', texts.en),
    ],
  }
}

/** Texts of a language by `<file>.<key>`. */
function textsOf(files: Source[], language: 'he' | 'en'): Map<string, string> {
  const texts = new Map<string, string>()
  const walk = (value: unknown, key: string) => {
    if (typeof value === 'string') texts.set(key, value)
    else for (const [name, inner] of Object.entries(value as object)) walk(inner, `${key}.${name}`)
  }
  for (const { path, text } of files) {
    const name = new RegExp(`^locales/${language}/(.+)\\.json$`).exec(path)?.[1]
    if (name) walk(JSON.parse(text), name)
  }
  return texts
}

function secondTranslations(english: Map<string, string>, hebrew: Map<string, string>): string[] {
  const first = new Map<string, { key: string; text: string }>()
  const problems: string[] = []
  for (const [key, text] of english) {
    const translation = hebrew.get(key)
    if (translation === undefined || PLURAL.test(key) || BOTH_LANGUAGES.test(key)) continue
    const known = first.get(text)
    if (!known) first.set(text, { key, text: translation })
    else if (known.text !== translation && !areMeanings(text, known.text, translation))
      problems.push(`"${text}" is "${known.text}" (${known.key}) and "${translation}" (${key}): one word for one thing`)
  }
  return problems
}

const areMeanings = (text: string, ...translations: string[]) =>
  translations.every((translation) => HOMONYMS[text]?.includes(translation))

const replacedWords = (language: 'he' | 'en', texts: Map<string, string>) =>
  [...texts].flatMap(([key, text]) =>
    REPLACED[language]
      .filter(([old]) => old.test(text) && !BOTH_LANGUAGES.test(key))
      .map(([old, now]) => `locales/${language}: ${key} says "${old.exec(text)?.[0].trim()}"; the word is ${now}`),
  )
