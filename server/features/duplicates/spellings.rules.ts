import { isSameName, type NameWord } from '#contract/values/name-key.ts'

/** Words of a search that is compared; longer ones are sentences. */
const WORDS_MAX = 3
/** Spellings of one word that are tried, by the number of words. */
const TRIED_OF_WORD = [0, 8, 4, 2]
/** Texts that are tried for one search: each is counted. */
const TRIED_MAX = 12

/** Words alone: not an e-mail, a number or a phone. */
export const isSpelled = (search: string) => /^[\p{L}\p{M}\p{Cf}\s'"`´’‘“”׳״־‐-―-]+$/u.test(search)

const isHebrew = (text: string) => /[\u05d0-\u05ea]/.test(text)
const isOneScript = (words: readonly string[]) => new Set(words.map(isHebrew)).size === 1

/**
 * Texts to search for in place of these words: each word in the other spellings of the business's names, those of the
 * other script first.
 */
export function spelledTexts(
  words: readonly NameWord[],
  known: readonly { key: string; word: string }[],
): readonly string[] {
  if (words.length > WORDS_MAX) return []
  const most = TRIED_OF_WORD[words.length]
  const choices = words.map(({ word, keys }) => [word, ...otherSpellings(word, keys, known).slice(0, most)])
  const typed = words.map(({ word }) => word).join(' ')
  const texts = choices.reduce<string[][]>(
    (made, choice) => made.flatMap((text) => choice.map((word) => [...text, word])),
    [[]],
  )
  return texts
    .sort((a, b) => Number(isOneScript(b)) - Number(isOneScript(a)))
    .map((text) => text.join(' '))
    .filter((text) => text !== typed)
    .slice(0, TRIED_MAX)
}

function otherSpellings(typed: string, keys: readonly string[], known: readonly { key: string; word: string }[]) {
  const alike = known.filter(({ key, word }) => keys.includes(key) && word !== typed && isSameName(typed, word))
  const otherScriptFirst = (a: string, b: string) =>
    Number(isHebrew(a) === isHebrew(typed)) - Number(isHebrew(b) === isHebrew(typed))
  return [...new Set(alike.map(({ word }) => word))].sort(otherScriptFirst)
}
