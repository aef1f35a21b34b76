/**
 * Names as people write them in Hebrew and Latin letters: with and without niqqud, full and defective, transliterated, or
 * typed in the other keyboard layout (docs/decisions/0045-duplicates-and-merge.md).
 */

/** A word as its consonants, each with the vowel after it; the first vowel stands before the first consonant. */
type Word = { consonants: string; vowels: readonly string[]; isHebrew: boolean }

const FINALS: Record<string, string> = { ך: 'כ', ם: 'מ', ן: 'נ', ף: 'פ', ץ: 'צ' }
/** Letters of both scripts that stand for one consonant. Alef, he, het, ayin and h are often not written. */
const HEBREW: Record<string, string> = {
  ...{ ב: 'b', ג: 'g', ד: 'd', ז: 'z', ט: 't', כ: 'k', ל: 'l', מ: 'm', נ: 'n', ס: 's', פ: 'p', צ: 'c', ק: 'k', ר: 'r' },
  ...{ ש: 's', ת: 't', א: '', ה: '', ח: '', ע: '' },
}
const LATIN: Record<string, string> = {
  ...{ b: 'b', v: 'b', w: 'b', c: 'k', d: 'd', f: 'p', g: 'g', j: 'g', k: 'k', l: 'l', m: 'm', n: 'n', p: 'p', q: 'k' },
  ...{ r: 'r', s: 's', t: 't', x: 'ks', z: 'z', h: '' },
}
const LATIN_PAIRS: [RegExp, string][] = [
  [/^zv/g, 'ts\u0000v'],
  [/t[sz]/g, '\u0001'],
  [/sch|sh/g, 's'],
  [/ck/g, 'k'],
  [/ph/g, 'f'],
  [/th/g, 't'],
]
const VOWELS: Record<string, string> = { a: 'a', e: 'i', i: 'i', y: 'i', o: 'u', u: 'u', י: 'i', ו: 'u' }

/** Without niqqud, accents, geresh and gershayim; maqaf and dashes are blanks. Searches compare names so (search_text). */
export const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u05be\u2010-\u2015-]/g, ' ')
    .replace(/\p{M}|\p{Cf}|['"`´’‘“”׳״]/gu, '')
    .toLowerCase()
/** Separators are blanks, too. */
const writtenWords = (text: string) =>
  folded(text.replace(/[._/\\]/g, ' '))
    .split(/[^\p{L}]+/u)
    .filter(Boolean)
/** Final letters are ordinary ones. */
const wordsOf = (text: string) =>
  writtenWords(text).map((word) => word.replace(/[ךםןףץ]/g, (letter) => FINALS[letter] ?? letter))

/** Vav is a consonant at the beginning, doubled, before yod, and before he at the end; דוד is David. */
const hebrewVav = (word: string) =>
  (word === 'דוד' ? 'דויד' : word)
    .replace(/^ו+/, '\u0002')
    .replace(/וו/g, '\u0002')
    .replace(/ו(?=י|ה$)/g, '\u0002')

function parse(text: string, isChWritten: boolean): Word {
  const isHebrew = /[\u05d0-\u05ea]/.test(text)
  const letters = isHebrew
    ? hebrewVav(text)
    : LATIN_PAIRS.reduce(
        (word, [pair, one]) => word.replace(pair, one),
        text.replace(/[ck]h/g, isChWritten ? 'k' : 'h'),
      )
  let consonants = ''
  const vowels = ['']
  const add = (vowel: string) => {
    const last = vowels.length - 1
    if (!vowels[last]?.endsWith(vowel)) vowels[last] += vowel
  }
  const consonant = (one: string) => {
    for (const sound of one) {
      // A doubled consonant is one.
      if (consonants.endsWith(sound) && vowels.at(-1) === '') continue
      consonants += sound
      vowels.push('')
    }
  }
  for (const letter of letters) {
    if (letter === '\u0001') consonant('c')
    else if (letter === '\u0002') consonant('b')
    else if (VOWELS[letter] !== undefined) add(VOWELS[letter])
    else consonant((isHebrew ? HEBREW : LATIN)[letter] ?? letter.replace('\u0000', ''))
  }
  return { consonants, vowels, isHebrew }
}

/** The readings of a name: ch and kh are both het and khaf. */
const readings = (text: string): Word[][] => {
  const words = wordsOf(text)
  const isAmbiguous = words.some((word) => /[ck]h/.test(word))
  return (isAmbiguous ? [true, false] : [true]).map((isChWritten) => words.map((word) => parse(word, isChWritten)))
}

/** Fewer consonants say too little. */
const KEY_MIN = 3
/**
 * Keys by which names that may be the same are found: the consonants of the words, in the order of the alphabet. Empty
 * for a single word and for a name that is too short.
 */
export function nameKeys(text: string): string[] {
  const keys = readings(text).map((words) => words.map(({ consonants }) => consonants).filter(Boolean))
  const long = keys.filter((words) => words.length > 1 && words.join('').length >= KEY_MIN)
  return [...new Set(long.map((words) => words.sort().join(' ')))]
}

/** A longer word is no name. */
const WORD_MAX = 40
/** A word of a name as it is written, folded, and the consonants by which words that sound alike are found. */
export type NameWord = { word: string; keys: readonly string[] }
/** The words of a name. Whether two of them are one word in two spellings, `isSameName` says. */
export const nameWords = (text: string): NameWord[] =>
  writtenWords(text)
    .filter((word) => word.length > 1 && word.length <= WORD_MAX)
    .map((word) => ({
      word,
      keys: [...new Set(readings(word).map((words) => words.map(({ consonants }) => consonants).join('')))].filter(
        Boolean,
      ),
    }))

const isWithin = (written: string, spoken: string) => [...written].every((vowel) => spoken.includes(vowel))
/** Hebrew may leave out vowels inside of a word, and writes no a. */
function isSameWord(one: Word, other: Word) {
  if (one.consonants !== other.consonants) return false
  const last = one.vowels.length - 1
  return one.vowels.every((vowel, at) => {
    const match = other.vowels[at] ?? ''
    if (one.isHebrew === other.isHebrew)
      return vowel === match || (one.isHebrew && at > 0 && at < last && (vowel === '' || match === ''))
    const [hebrew, latin] = one.isHebrew ? [vowel, match] : [match, vowel]
    return at === last ? hebrew === latin.replaceAll('a', '') : isWithin(hebrew, latin)
  })
}

/** Whether two texts are one name, in any order of its words. */
export const isSameName = (one: string, other: string): boolean => nameComparer()(one, other)

/** `isSameName` for many pairs: each text is read once. */
export function nameComparer() {
  const read = new Map<string, Word[][]>()
  const readingsOf = (text: string) => {
    const known = read.get(text) ?? readings(text)
    read.set(text, known)
    return known
  }
  return (one: string, other: string) => {
    const theirs = readingsOf(other)
    return readingsOf(one).some((words) => theirs.some((others) => isSamePermuted(words, others)))
  }
}
function isSamePermuted(words: readonly Word[], others: readonly Word[]): boolean {
  if (words.length !== others.length) return false
  const [first, ...rest] = words
  if (!first) return true
  return others.some((word, at) => isSameWord(first, word) && isSamePermuted(rest, others.toSpliced(at, 1)))
}

const QWERTY = 'qwertyuiopasdfghjkl;zxcvbnm,./'
const ISRAELI = "/'קראטוןםפשדגכעיחלךףזסבהנמצתץ."
const toHebrew = new Map([...QWERTY].map((key, at) => [key, ISRAELI[at] ?? '']))
const toLatin = new Map([...ISRAELI].map((key, at) => [key, QWERTY[at] ?? '']))
/** The text as typed with the other keyboard layout, Hebrew for Latin or the reverse. */
export function inOtherLayout(text: string): string {
  const layout = /[\u05d0-\u05ea]/.test(text) ? toLatin : toHebrew
  return [...text.toLowerCase()].map((key) => layout.get(key) ?? key).join('')
}
