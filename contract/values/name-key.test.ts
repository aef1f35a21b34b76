import { expect, test } from 'vitest'
import { inOtherLayout, isSameName, nameKeys, nameWords } from './name-key.ts'

const share = (one: string, other: string) => nameKeys(one).some((key) => nameKeys(other).includes(key))

test.each([
  ['niqqud', 'דָּנָה לֵוִי', 'דנה לוי'],
  ['final letters', 'מרים כהן', 'מרימ כהנ'],
  ['geresh and gershayim', 'ג׳ורג׳ ח״ן', "ג'ורג' חן"],
  ['maqaf', 'אורית בן־דוד', 'אורית בן דוד'],
  ['hyphen', 'Orit Ben-David', 'Orit Ben David'],
  ['full and defective spelling', 'שלמה ויצמן', 'שלומה וייצמן'],
  ['doubled vav', 'חוה תקוה', 'חווה תקווה'],
  ['order of the words', 'לוי דנה', 'דנה לוי'],
  ['accents', 'José Pérez', 'Jose Perez'],
  ['transliteration', 'דנה לוי', 'Dana Levi'],
  ['transliteration with het', 'חיים כהן', 'Chaim Cohen'],
  ['transliteration with h', 'חיים כהן', 'Haim Cohen'],
  ['transliteration with khaf', 'מיכאל כץ', 'Michael Katz'],
  ['transliteration of David', 'דוד לוי', 'David Levi'],
  ['a long name', 'אלכסנדרה וולקובסקי', 'Alexandra Volkovsky'],
  ['sade', 'צבי שפירא', 'Zvi Shapira'],
  ['yod and vav', 'יוסי אורון', 'Yossi Oron'],
])('%s: the same name', (_, one, other) => {
  expect([share(one, other), isSameName(one, other), isSameName(other, one)]).toEqual([true, true, true])
})

test.each([
  ['דנה לוי', 'דני לוי'],
  ['Dana Levi', 'Dina Levi'],
  ['דינה לוי', 'Dana Levi'],
  ['רון כהן', 'Ran Cohen'],
  ['דנה לוי', 'דנה כהן'],
  ['דנה לוי', 'דנה'],
  ['דנה לוי', 'דנה רחל לוי'],
])('%s and %s are two names', (one, other) => {
  expect(isSameName(one, other)).toBe(false)
})

test('a name typed in the other layout is that name', () => {
  expect(inOtherLayout('akuo fvi')).toBe('שלום כהן')
  expect(inOtherLayout('גשמש')).toBe('dana')
  expect(inOtherLayout(inOtherLayout('שלום כהן'))).toBe('שלום כהן')
})

test('one word, few consonants, digits and other scripts give no key or do not fail', () => {
  for (const text of ['', 'דנה', 'לי לו', 'א ב', '123 456', '---']) expect(nameKeys(text)).toEqual([])
  expect(nameKeys('Иван Петров')).toHaveLength(1)
  expect(nameKeys('x'.repeat(200))).toEqual([])
})

test('the words of a name keep their letters and are found by their consonants', () => {
  expect(nameWords('דָּנָה לוי-כהן')).toEqual([
    { word: 'דנה', keys: ['dn'] },
    { word: 'לוי', keys: ['lb'] },
    { word: 'כהן', keys: ['kn'] },
  ])
  expect(nameWords('Chaim O’Brien')).toEqual([
    { word: 'chaim', keys: ['km', 'm'] },
    { word: 'obrien', keys: ['brn'] },
  ])
  for (const text of ['', 'א', '123', 'אה', 'x'.repeat(41)])
    expect(nameWords(text).flatMap(({ keys }) => keys)).toEqual([])
})

test.each([
  ['Levi', 'לוי'],
  ['Cohen', 'כהן'],
  ['כהנ', 'כהן'],
  ['שלומה', 'שלמה'],
  ['Noa', 'נועה'],
  ['Haim', 'חיים'],
  ['Levy', 'Levi'],
])('%s and %s are one word', (one, other) => expect(isSameName(one, other)).toBe(true))
