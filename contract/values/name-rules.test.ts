import { expect, test } from 'vitest'
import { holdsAddress, personName, publicTitle } from './name-rules.ts'

test.each([
  'WIN http://evil.example/x',
  'www.prize',
  'evil.com',
  'Sale at EVIL.CO.IL now',
  'bit.ly/3xY',
  'מבצע באתר קניות.ישראל',
  'שיפוצים evil.co.il.',
  'evil．com',
  'evil。com',
  'x.xn--9dbq2a',
  'info@evil.test',
  'call 050-123-4567',
  '+972 (50) 123 4567',
  'תתקשרו 0501234567',
  '03 5551234',
  '1-800-555-1234',
  'evil\u00ad.com',
  'evil\u200b.com',
  'evil\u2060.com',
  '🎁.ws',
  'evilx\u0301.com',
  '٠٥٠٢٣٤٥٦٧٨',
  '050\u2212234\u22125678',
  '050[234]5678',
  '050\u20602345678',
])('%s holds an address or a phone', (name) => {
  expect(holdsAddress(name)).toBe(true)
  expect(publicTitle.safeParse(name).error?.issues.map(({ message }) => message)).toEqual(['name_with_address'])
})

test.each([
  'י. כהן',
  'ד.לוי',
  'ג.י.ל ייעוץ',
  'כהן ושות׳ בע"מ',
  'Dr. Levi',
  'Dr.Levi',
  'A.B.C. Ltd',
  'J.K. Rowling',
  'Node.js Experts',
  'Levi & Sons Ltd.',
  'Studio 54',
  'Since 1987, 24 hours',
  'קיץ 2024-2025',
  'יום פתוח 12.05.2026',
  'Open day 1/9/26',
  'מבצע 1+1 עד 30.6',
  'Room 101, floor 12',
  '₪1,000,000 fund',
  'Kitchens: Google / Meta',
  'Cafe@Home',
])('%s is a name', (name) => {
  expect(publicTitle.parse(name)).toBe(name)
})

test('of a person an @ is said first', () => {
  const messages = (name: string) => personName.safeParse(name).error?.issues.map(({ message }) => message) ?? []
  expect(messages('dana@levi.com')).toEqual(['name_is_email'])
  expect(messages('Dana levi.com')).toEqual(['name_with_address'])
  expect(messages('Dana 050-1234567')).toEqual(['name_with_address'])
  expect(messages('דנה בן־לוי')).toEqual([])
})
