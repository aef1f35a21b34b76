import { expect, test } from 'vitest'
import { knownError } from '../http/errors.ts'
import { isTransient } from './outage.ts'

const failure = (code: string) => Object.assign(new Error(code), { code, severity: 'ERROR' })

test.each([
  ['a lost connection', '08006'],
  ['a full disk', '53100'],
  ['no memory', '53200'],
  ['no connection left', '53300'],
  ['a shutdown', '57P01'],
  ['an error of the file system', '58030'],
  ['a lock that was not granted in time', '55P03'],
  ['an idle transaction that was ended', '25P03'],
])('%s (%s) may pass: 503, and senders try again', (_, code) => {
  expect(isTransient(failure(code))).toBe(true)
  expect(knownError(failure(code) as never)).toMatchObject({ code: 'database_unavailable', details: { retryAfter: 5 } })
})

test.each(['23505', '42601', '42P01', '22012'])('%s is a fault of the program', (code) => {
  expect(isTransient(failure(code))).toBe(false)
  expect(knownError(failure(code) as never).code).toBe('internal')
})
