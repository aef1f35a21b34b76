import { expect, test } from 'vitest'
import { problems } from '../testing/planted-tree.ts'
import { checkTerms } from './terms.ts'

const texts = (he: object, en: object) => ({
  'locales/he/leads.json': JSON.stringify(he),
  'locales/en/leads.json': JSON.stringify(en),
})

test('one Hebrew text for each English text passes; plural forms and words with several meanings may differ', async () => {
  const he = {
    save: 'שמירה',
    keep: 'שמירה',
    new_one: 'חדש אחד',
    new_other: '{{count}} חדשים',
    open: 'פתוח',
    act: 'פתיחה',
  }
  const en = {
    save: 'Save',
    keep: 'Save',
    new_one: '{{count}} new',
    new_other: '{{count}} new',
    open: 'Open',
    act: 'Open',
  }
  expect(await problems(checkTerms, texts(he, en))).toEqual([])
})

test.each([
  ['a second translation', { a: 'שמירה', b: 'לשמור' }, { a: 'Save', b: 'Save' }, 'leads.b'],
  ['a meaning that is not listed', { a: 'פתוח', b: 'לפתוח' }, { a: 'Open', b: 'Open' }, 'leads.b'],
  ['a role in Latin letters', { a: 'תפקיד Owner' }, { a: 'The Owner role' }, 'the role’s Hebrew name'],
  ['a Hebrew word that was replaced', { a: 'העברה לפח' }, { a: 'Move to the trash' }, 'סל המחזור'],
  ['an imperative in both genders', { a: 'הקלד/י שם' }, { a: 'Type a name' }, 'an infinitive'],
  ['an English word that was replaced', { a: 'אימייל' }, { a: 'E-mail' }, 'the word is email'],
])('%s does not pass', async (_, he, en, problem) => {
  expect(await problems(checkTerms, texts(he, en))).toEqual([expect.stringContaining(problem)])
})
