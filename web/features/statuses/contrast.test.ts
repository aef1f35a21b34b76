import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { statusHues } from '#contract/leads/lead-status.ts'
import { CONTRAST_MIN, contrastOf, rgbOf } from './contrast.ts'

const theme = readFileSync('web/app/theme/theme.css', 'utf8')
const schemeOf = (name: string) => theme.split(`[data-mantine-color-scheme="${name}"] {`)[1]?.split('\n}')[0] ?? ''
const colorIn = (scheme: string, token: string) => {
  const hex = new RegExp(`--${token}: #([0-9a-f]{6});`).exec(schemeOf(scheme))?.[1] ?? ''
  const [r = -1, g = -1, b = -1] = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  return [r, g, b] as const
}

describe('contrast', () => {
  it('is that of WCAG', () => {
    expect(contrastOf([0, 0, 0], [255, 255, 255])).toBe(21)
    expect(contrastOf([255, 255, 255], [255, 255, 255])).toBe(1)
    // #767676 on white is the lightest grey that passes AA.
    expect(contrastOf([118, 118, 118], [255, 255, 255])).toBeCloseTo(4.54, 2)
    expect(rgbOf('rgb(0, 88, 136)')).toEqual([0, 88, 136])
    expect(rgbOf('')).toBeUndefined()
  })

  it.each(statusHues.flatMap((hue) => ['light', 'dark'].map((scheme) => [hue, scheme])))(
    'a name in %s is readable in the %s scheme',
    (hue, scheme) => {
      const contrast = contrastOf(colorIn(scheme, `${hue}-text`), colorIn(scheme, `${hue}-tint`))
      expect(contrast).toBeGreaterThanOrEqual(CONTRAST_MIN)
      expect(contrast).toBeLessThan(21)
    },
  )
})
