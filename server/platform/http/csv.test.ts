import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+972541234567', "'+972541234567"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ['\t=1', "'\t'=1"],
  [' =1', "' =1"],
  ['\u00a0=1', "'\u00a0=1"],
  ["'=1", "''=1"],
  ['Dana', 'Dana'],
  ['a-b', 'a-b'],
  ['', ''],
])('%j stands in a file as %j', (value, written) => expect(csvLine([value])).toBe(`${written}\r\n`))

test.each([
  // Where the list separator is a semicolon, what follows it is a cell of its own, and a quote inside a line means nothing.
  ['x;=cmd()', "x;'=cmd()"],
  [';=1', ";'=1"],
  ['a;＝1', "a;'＝1"],
  ['a\t+1', "a\t'+1"],
  ['a;b', 'a;b'],
  ['a;"=1', '"a;\'""=1"'],
])('inside a value, %j stands as %j', (value, written) => expect(csvLine([value])).toBe(`${written}\r\n`))

test('a new line inside a value begins no formula', () => {
  expect(csvLine(['a\n=1', 'b\r@x', '\r=1'])).toBe(`"a\n'=1","b\r'@x","'\r'=1"\r\n`)
})
