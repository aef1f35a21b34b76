import { expect, test } from 'vitest'
import { changeLanguage, i18n } from './i18n.ts'

test('of the refusals every page has those that the web says by itself; the others come where they are asked for', async () => {
  const words = () =>
    (['errors', 'refusals'] as const).map((ns) =>
      ['no_file', 'idempotency_key_reused'].map((code) => (i18n.exists(code, { ns }) ? i18n.t(code, { ns }) : null)),
    )
  await i18n.loadNamespaces('refusals')
  expect(words()).toEqual([
    ['No file selected', null],
    [null, 'This Idempotency-Key was already used with different content'],
  ])
  await changeLanguage('he')
  expect(words()).toEqual([
    ['לא נבחר קובץ', null],
    [null, 'ה־Idempotency-Key כבר שימש עם תוכן אחר'],
  ])
  await changeLanguage('en')
})
