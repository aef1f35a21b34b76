import { type Check, sources } from './check.ts'

/** Custom properties that Mantine sets itself. */
const OF_MANTINE = /^--(mantine|app-shell|button|checkbox|radio)-/
const USED = /var\((--[\w-]+)/g
const SET_IN_CSS = /(--[\w-]+)\s*:/g
const NAMED_IN_CODE = /['"`](--[\w-]+)/g

const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)

/** An unknown custom property makes its declaration invalid, and the browser drops it without a word. */
export const checkTokens: Check = (root) => {
  const css = sources(root, 'web/**/*.css')
  const code = sources(root, 'web/**/*.{ts,tsx}')
  const known = new Set([
    ...css.flatMap(({ text }) => namesIn(text, SET_IN_CSS)),
    ...code.flatMap(({ text }) => namesIn(text, NAMED_IN_CODE)),
  ])
  return {
    seen: css.length,
    problems: css.flatMap(({ path, lines }) =>
      lines.flatMap((line, i) =>
        namesIn(line, USED)
          .filter((name) => !known.has(name) && !OF_MANTINE.test(name))
          .map((name) => `${path}:${i + 1} ${name} is not defined`),
      ),
    ),
  }
}
