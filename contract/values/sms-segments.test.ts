import { expect, test } from 'vitest'
import { countSms } from './sms-segments.ts'

// GSM alphabet with its two-unit characters, and segment lengths: 3GPP TS 23.038, 23.040; as Twilio and Vonage count.
test.each([
  ['', 'gsm', 0, 1],
  ['א'.repeat(70), 'ucs2', 70, 1],
  ['א'.repeat(71), 'ucs2', 71, 2],
  ['א'.repeat(134), 'ucs2', 134, 2],
  ['א'.repeat(135), 'ucs2', 135, 3],
  ['a'.repeat(160), 'gsm', 160, 1],
  ['a'.repeat(161), 'gsm', 161, 2],
  ['a'.repeat(306), 'gsm', 306, 2],
  ['a'.repeat(307), 'gsm', 307, 3],
  ['€', 'gsm', 2, 1],
  ['é', 'gsm', 1, 1],
  // The GSM alphabet has capital Ç but not small ç, and has no curly quotes.
  ['Ç', 'gsm', 1, 1],
  ['ç', 'ucs2', 1, 1],
  ['it’s', 'ucs2', 4, 1],
  ['`', 'ucs2', 1, 1],
  [`${'a'.repeat(158)}[`, 'gsm', 160, 1],
  [`${'a'.repeat(159)}[`, 'gsm', 161, 2],
  [`${'a'.repeat(70)}ש`, 'ucs2', 71, 2],
  ['😀'.repeat(35), 'ucs2', 70, 1],
  ['😀'.repeat(36), 'ucs2', 72, 2],
  // A two-unit character moves to the next segment whole: 152 + 2 exceeds the first segment, and so does 66 + 2.
  [`${'a'.repeat(152)}{${'a'.repeat(152)}`, 'gsm', 306, 3],
  [`${'א'.repeat(66)}😀${'א'.repeat(66)}`, 'ucs2', 134, 3],
] as const)('%s: %s, %i places in %i', (text, alphabet, length, segments) =>
  expect(countSms(text)).toEqual({ alphabet, length, segments }),
)
