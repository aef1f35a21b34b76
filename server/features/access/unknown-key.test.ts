import { expect, test } from 'vitest'
import { routes } from '#contract/index.ts'
import type { Route } from '#contract/route.ts'
import { testApp } from '../../testing/test-app.ts'

const { app, newBusiness } = await testApp()

const WRONG = 'lk_live_00000000_0000000000000000000000000000000000000000000'
const ENGLISH = 'This API key is unknown. Check that it was copied whole and was not deleted'
const HEBREW = 'מפתח ה־API אינו מוכר. כדאי לבדוק שהועתק במלואו ולא נמחק'

const forKeys = Object.values(routes)
  .flatMap((ofFeature): Route[] => Object.values(ofFeature))
  .filter(({ scope }) => scope)

const answerTo = async ({ method = 'POST', path = '/lead', token = WRONG, language = '' }) => {
  const headers = { authorization: `Bearer ${token}`, ...(language && { 'accept-language': language }) }
  const url = `/api${path.replaceAll(/:\w+/g, '019afd00-0000-7000-8000-000000000001')}`
  const { statusCode, body } = await app.inject({ method: method as 'POST', url, headers })
  return { status: statusCode, ...JSON.parse(body) }
}

test.each(forKeys)('$method $path says of a wrong key that it is unknown', async (route) => {
  expect(await answerTo(route)).toEqual({ status: 401, success: false, code: 'api_key_unknown', message: ENGLISH })
})

test.each([
  ['', ENGLISH],
  ['*', ENGLISH],
  ['fr', ENGLISH],
  ['he-IL, en;q=0.5', HEBREW],
])('with accept-language "%s" a wrong key is answered: %s', async (language, message) => {
  expect((await answerTo({ language })).message).toBe(message)
})

test('the errors of a known key are in English, too, and those of people in Hebrew', async () => {
  const { apiKey } = await newBusiness()
  const { authorization } = await apiKey(['leads:read'])
  const token = authorization.replace('Bearer ', '')
  expect((await answerTo({ token })).message).toMatch(/^[A-Z]/)
  expect((await answerTo({ token: 'x' })).message).toBe('כדי להמשיך יש להתחבר')
})
