import { expect, it } from 'vitest'
import { isOwnMachine } from './own-machine.ts'

it.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['[::1]', true],
  ['leads.example.com', false],
  ['localhost.example.com', false],
  ['192.168.1.5', false],
])('%s: %s', (hostname, expected) => expect(isOwnMachine(hostname)).toBe(expected))
