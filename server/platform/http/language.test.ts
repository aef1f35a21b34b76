import { expect, test } from 'vitest'
import { languageOf } from './language.ts'

test.each([
  [undefined, 'he'],
  ['', 'he'],
  ['fr, de;q=0.8', 'he'],
  ['en', 'en'],
  ['en-GB, he;q=0.5', 'en'],
  ['fr, HE-il;q=0.9, en;q=0.8', 'he'],
])('who asks for %s is answered in %s', (wanted, language) => {
  expect(languageOf({ headers: { 'accept-language': wanted } })).toBe(language)
})
