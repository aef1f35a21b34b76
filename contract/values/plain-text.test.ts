import { expect, test } from 'vitest'
import { plainName, SMS_NAME_MAX, withoutAddresses } from './plain-text.ts'

test.each([
  ['WIN A PRIZE http://evil.example/x', 'WIN A PRIZE evil example x'],
  ['www.evil.co.il', 'evil co il'],
  ['x.co', 'x co'],
  ['evil．example', 'evil example'],
  ['evil。example', 'evil example'],
  ['call 050-123-4567 now', 'call … now'],
  ['+972 (50) 123 4567', '…'],
  ['me@evil.example', 'me evil example'],
  ['תתקשרו 0501234567', 'תתקשרו …'],
])('%s can be neither followed nor called', (text, plain) => {
  expect(withoutAddresses(text)).toBe(plain)
})

test.each(['כהן ושות׳ בע"מ', 'Levi & Sons Ltd.', 'Studio 54', 'ד. לוי', 'Since 1987, 24 hours'])(
  '%s stays a name',
  (name) => {
    expect(withoutAddresses(name)).toBe(name)
  },
)

test('a name in a text message is short', () => {
  expect(Array.from(plainName('א'.repeat(50)))).toHaveLength(SMS_NAME_MAX)
})
