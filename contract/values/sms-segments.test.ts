import { expect, test } from 'vitest'
import { countSms } from './sms-segments.ts'

// The GSM alphabet with its two-place letters, and the lengths of parts: 3GPP TS 23.038 and 23.040; Twilio and Vonage count so.
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
  // Small ç is not in the alphabet, the capital is; nor is a curly quote, as some keyboards write it.
  ['Ç', 'gsm', 1, 1],
  ['ç', 'ucs2', 1, 1],
  ['it’s', 'ucs2', 4, 1],
  ['`', 'ucs2', 1, 1],
  [`${'a'.repeat(158)}[`, 'gsm', 160, 1],
  [`${'a'.repeat(159)}[`, 'gsm', 161, 2],
  [`${'a'.repeat(70)}ש`, 'ucs2', 71, 2],
  ['😀'.repeat(35), 'ucs2', 70, 1],
  ['😀'.repeat(36), 'ucs2', 72, 2],
  // What takes two places moves on whole: 152 + 2 is one too many for the first part, and so is 66 + 2.
  [`${'a'.repeat(152)}{${'a'.repeat(152)}`, 'gsm', 306, 3],
  [`${'א'.repeat(66)}😀${'א'.repeat(66)}`, 'ucs2', 134, 3],
] as const)('%s: %s, %i places in %i', (text, alphabet, length, segments) =>
  expect(countSms(text)).toEqual({ alphabet, length, segments }),
)
