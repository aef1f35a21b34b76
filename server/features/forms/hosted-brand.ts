/**
 * The colours of a page that a business's brand colour gives, readable on any colour: by the contrast of WCAG 2, at
 * least 4.5 for text and 3 for the edge of a button.
 */

type Rgb = readonly [number, number, number]

const TEXT_CONTRAST = 4.5
const EDGE_CONTRAST = 3
const STEP = 0.04
const white: Rgb = [255, 255, 255]
const black: Rgb = [0, 0, 0]
/** Backgrounds of text in hosted-style.ts: the sheet, and the frame around it. */
const grounds: Record<'light' | 'dark', readonly [Rgb, Rgb]> = {
  light: [white, [245, 245, 249]],
  dark: [
    [23, 23, 28],
    [15, 15, 19],
  ],
}

const rgbOf = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb
const hexOf = (color: Rgb) => `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
const mixed = (color: Rgb, other: Rgb, share: number) =>
  color.map((part, i) => part + ((other[i] ?? 0) - part) * share) as unknown as Rgb

function luminance(color: Rgb) {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
function contrast(one: Rgb, other: Rgb) {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** The colour, shaded toward `to` until it is readable on each ground. */
function readable(color: Rgb, on: readonly Rgb[], to: Rgb): string {
  for (let share = 0; share < 1; share += STEP) {
    const shade = rgbOf(hexOf(mixed(color, to, share)))
    if (on.every((ground) => contrast(shade, ground) >= TEXT_CONTRAST)) return hexOf(shade)
  }
  return hexOf(to)
}

function colorsOn(scheme: 'light' | 'dark', color: Rgb) {
  const on = contrast(color, white) >= TEXT_CONTRAST ? white : black
  const [sheet] = grounds[scheme]
  const link = readable(color, grounds[scheme], scheme === 'light' ? black : white)
  return {
    fill: hexOf(color),
    // Shaded away from the colour of its text, so that the text stays readable.
    'fill-2': hexOf(mixed(color, on === white ? black : white, 0.16)),
    'on-fill': hexOf(on),
    rim: contrast(color, sheet) >= EDGE_CONTRAST ? 'transparent' : 'var(--edge)',
    brand: link,
    ring: link,
  }
}

const cssOf = (colors: Record<string, string>) =>
  `:root{${Object.entries(colors)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')}}`

/** The style sheet of a brand colour (`#3642b5`), which is loaded after the style sheet of all forms. */
export const brandStyle = (hex: string) =>
  `${cssOf(colorsOn('light', rgbOf(hex)))}
@media(prefers-color-scheme:dark){${cssOf(colorsOn('dark', rgbOf(hex)))}}
`

export const BRAND_PATTERN = '/f/brand/:file'
export const brandPath = (hex: string) => `/f/brand/${hex.slice(1)}.css`
/** The colour that the last part of a path names; undefined if it names none. */
export const colorOf = (file: string) => (/^[0-9a-f]{6}\.css$/.test(file) ? `#${file.slice(0, 6)}` : undefined)
