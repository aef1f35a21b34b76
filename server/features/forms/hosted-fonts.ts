import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Language } from '#contract/constants.ts'

/** Parts of Heebo by script, with the characters that each holds. */
const ranges = {
  hebrew: 'U+0307-0308,U+0590-05FF,U+200C-2010,U+20AA,U+25CC,U+FB1D-FB4F',
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
} as const

function read(script: keyof typeof ranges) {
  const file = import.meta.resolve(`@fontsource-variable/heebo/files/heebo-${script}-wght-normal.woff2`)
  const bytes = readFileSync(fileURLToPath(file))
  const version = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
  return { path: `/f/heebo-${script}.${version}.woff2`, bytes }
}
const files = { hebrew: read('hebrew'), latin: read('latin') }

/** The font's files, each at a path that contains its content hash. */
export const FONTS = Object.values(files)

export const FONT_FACES = (['hebrew', 'latin'] as const)
  .map(
    (script) =>
      `@font-face{font-family:"Heebo Variable";font-style:normal;font-display:swap;font-weight:100 900;src:url(${files[script].path}) format("woff2");unicode-range:${ranges[script]}}`,
  )
  .join('\n')

/** The files that a page in this language needs at once; digits are Latin. */
export const fontsOf = (language: Language) =>
  (language === 'he' ? [files.hebrew, files.latin] : [files.latin]).map(({ path }) => path)
