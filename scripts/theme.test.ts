import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = readFileSync(new URL('../web/app/theme/theme.css', import.meta.url), 'utf8')
const tokenOf = (name: string) => new RegExp(`--${name}: ([^;]+);`).exec(css)?.[1]

test('what is marked visible fades in over 0.4 s, and at once where motion is to be reduced', () => {
  expect(tokenOf('motion-fade')).toBe('400ms')
  expect(css.slice(css.indexOf('prefers-reduced-motion'))).toMatch(/--motion-fade: 0ms;/)
})

test('the fallback background is light grey, F5F5F9', () => {
  expect(tokenOf('frame')).toBe('#f5f5f9')
  expect(css).toMatch(/html,\nbody \{\n {2}background: var\(--frame\);/)
})
