type Rgb = readonly [number, number, number]

/** Parses a computed colour, `rgb(0, 88, 136)`; undefined for other formats. */
export function rgbOf(color: string): Rgb | undefined {
  const [r, g, b] = /^rgba?\((\d+)[, ]+(\d+)[, ]+(\d+)/.exec(color)?.slice(1).map(Number) ?? []
  return r === undefined || g === undefined || b === undefined ? undefined : [r, g, b]
}

/** WCAG 2.2, relative luminance. */
function luminance(rgb: Rgb): number {
  const [r = 0, g = 0, b = 0] = rgb.map((byte) => {
    const part = byte / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Contrast ratio of two colours, 1 to 21. */
export function contrastOf(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Minimum contrast of text (WCAG 2.2 AA). */
export const CONTRAST_MIN = 4.5
