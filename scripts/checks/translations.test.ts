import { describe, expect, test } from 'vitest'
import { problems } from '../testing/planted-tree.ts'
import { checkTranslations } from './translations.ts'

describe('translations', () => {
  const good = {
    'contract/errors.ts': 'export const errorStatus = { not_found: 404 }',
    'locales/he/errors.json': '{ "not_found": "לא נמצא" }',
    'locales/en/errors.json': '{ "not_found": "Not found" }',
    'locales/he/leads.json':
      '{ "title": "לידים", "hello": "שלום {{name}}", "count_one": "ליד אחד", "count_two": "שני לידים", "count_other": "{{count}} לידים", "group": { "a": "א" } }',
    'locales/en/leads.json':
      '{ "title": "Leads", "hello": "Hello {{name}}", "count_one": "One lead", "count_other": "{{count}} leads", "group": { "a": "A" } }',
    'web/a.tsx':
      "const { t } = useTranslation('leads'); [t('title'), t('count', { count: 2 }), t(`group.${x}`), t('not_found', { ns: 'errors' })]",
  }

  test('that are complete pass', async () => {
    expect(await problems(checkTranslations, good)).toEqual([])
  })

  test.each([
    [
      'a key in one language alone',
      { 'locales/he/leads.json': good['locales/he/leads.json'].replace('"title": "לידים",', '') },
      'he/leads.json lacks title',
    ],
    ['a file in one language alone', { 'locales/he/more.json': '{ "a": "א" }' }, 'en/more.json is missing'],
    [
      'a plural form that the language has',
      { 'locales/he/leads.json': good['locales/he/leads.json'].replace('"count_two": "שני לידים",', '') },
      'he/leads.json lacks count_two',
    ],
    [
      'an empty text',
      { 'locales/en/leads.json': good['locales/en/leads.json'].replace('"Leads"', '" "') },
      'title is empty',
    ],
    [
      'a hyphen where a line may end',
      { 'locales/he/leads.json': good['locales/he/leads.json'].replace('שלום {{name}}', 'ליד ב-Leadline של {{name}}') },
      'hello joins a prefix by a hyphen',
    ],
    [
      'other values',
      { 'locales/en/leads.json': good['locales/en/leads.json'].replace('{{name}}', '{{person}}') },
      'hello has other values',
    ],
    [
      'an error code without text',
      { 'contract/errors.ts': 'export const errorStatus = { not_found: 404, planted: 400 }' },
      'he/refusals.json lacks planted',
    ],
    [
      'a text of the web among those of the server alone',
      {
        'locales/he/refusals.json': '{ "taken": "תפוס" }',
        'locales/en/refusals.json': '{ "taken": "Taken" }',
        'web/b.tsx': "const { t } = useTranslation('refusals'); t('taken')",
      },
      'taken is named in the web',
    ],
    [
      'a key that no file has',
      { 'web/a.tsx': "const { t } = useTranslation('leads'); t('planted')" },
      'does not exist: planted',
    ],
    [
      'a key of another file',
      { 'web/a.tsx': "const { t } = useTranslation('leads'); t('not_found')" },
      'does not exist: not_found',
    ],
    [
      'a group that no file has',
      { 'web/a.tsx': "const { t } = useTranslation('leads'); t(`planted.${x}`)" },
      'does not exist: planted.',
    ],
    [
      'a text of the server',
      { 'server/a.ts': "translate(language, 'leads', 'planted')" },
      'does not exist: leads:planted',
    ],
  ])('%s is seen', async (_, changes, problem) => {
    expect(await problems(checkTranslations, { ...good, ...changes })).toEqual(
      expect.arrayContaining([expect.stringContaining(problem)]),
    )
  })
})
