import { type Check, linesWith, type Source, sources } from './check.ts'

const PROBLEM = 'names a side; use start and end'
/** A line that must name a physical side gives the reason in a comment: `physical: …`. */
const REASON = /physical: \S/
const SIDES = '(left|right)'
const ALIGNMENT = new RegExp(`\\btext-align\\s*:\\s*${SIDES}\\b`)

const CSS = new RegExp(
  [
    `\\b(margin|padding|border|scroll-margin|scroll-padding)-${SIDES}\\b`,
    `\\bborder-(top|bottom)-${SIDES}-radius\\b`,
    `(^|[\\s;{])${SIDES}\\s*:`,
    `\\b(float|clear)\\s*:\\s*${SIDES}\\b`,
  ].join('|'),
)
const JSX = new RegExp(
  [
    '\\b(ml|mr|pl|pr)=["{]',
    `\\b(margin|padding|border)(Left|Right)\\b`,
    `\\bborder(Top|Bottom)(Left|Right)Radius\\b`,
    `\\bta="${SIDES}"`,
    `\\b(textAlign|float):\\s*'${SIDES}'`,
    `(^|[\\s{,])${SIDES}=[{"]`,
    `[{,]\\s*${SIDES}:\\s*[\\d'\`]`,
  ].join('|'),
)

/** Text with its own direction must be aligned by the page's direction. */
function alignments(files: Source[]): string[] {
  return files.flatMap(({ path, lines }) =>
    lines.flatMap((line, i) => {
      if (!ALIGNMENT.test(line) || REASON.test(line)) return []
      const selector = lines.slice(0, i + 1).findLast((above) => above.includes('{'))
      return selector && /dir=|:dir\(/.test(selector) ? [] : [`${path}:${i + 1} ${PROBLEM}: ${line.trim()}`]
    }),
  )
}

/** Styles use logical properties (start, end), so that Hebrew and English share them. */
export const checkDirections: Check = (root) => {
  const css = sources(root, 'web/**/*.css')
  const jsx = sources(root, 'web/**/*.{ts,tsx}').filter(({ path }) => !/\.test\.tsx?$/.test(path))
  return {
    seen: css.length + jsx.length,
    problems: [...linesWith(css, CSS, PROBLEM, REASON), ...alignments(css), ...linesWith(jsx, JSX, PROBLEM, REASON)],
  }
}

/** Colours are defined only in the theme. */
export const checkColours: Check = (root) => {
  const files = sources(root, ['web/**/*.tsx', 'web/**/*.module.css']).filter(({ path }) => !/\.test\.tsx?$/.test(path))
  return {
    seen: files.length,
    problems: linesWith(
      files,
      /[\s:('"`]#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\b(?!\/)/i,
      'a colour outside the theme',
      /colour: \S/,
    ),
  }
}
