import type { Page } from '@playwright/test'
import type { Language } from './fixtures.ts'

const NAME_LENGTH = 50
const MORE = {
  he: ' ושותפיו שיפוצים ובנייה בע״מ סניף רמת גן והסביבה הקרובה',
  en: ' & Partners Renovation and Construction, Ramat Gan',
}

/**
 * Every name that the server sends has the longest length, whatever it names. The language is the page's own: this answers
 * before what enterDemo() answers.
 */
export async function lengthenNames(page: Page, language: Language) {
  const lengthen = (key: string, value: unknown) => {
    if (key === 'userLanguage') return language
    return typeof value === 'string' && value && /^name$|Name$/.test(key)
      ? (value + MORE[language]).slice(0, NAME_LENGTH).trimEnd()
      : value
  }
  await page.route('**/api/**', async (route) => {
    if (route.request().method() !== 'GET' || route.request().url().includes('/api/events')) return route.fallback()
    const reply = await route.fetch().catch(() => undefined)
    if (!reply) return
    if (!reply.headers()['content-type']?.includes('json')) return route.fulfill({ response: reply })
    // The page may have moved on meanwhile, which ends its requests.
    const text = await reply.text().catch(() => undefined)
    if (text !== undefined) await route.fulfill({ response: reply, json: JSON.parse(text, lengthen) })
  })
}

/**
 * What a finger could miss: everything to press whose area is under 44 px in one direction, or that the screen cuts off.
 * As WCAG 2.5.8 has it, links within a text are excepted, and a field hidden behind its label counts as the label.
 */
export const smallTargets = (page: Page) =>
  page.evaluate(() => {
    const TARGET = 44
    const INTERACTIVE =
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=switch], [role=checkbox], [role=radio], [role=option], [role=menuitem]'
    const nameOf = (one: Element) => {
      const name = one.getAttribute('aria-label') ?? one.textContent ?? ''
      return `${one.tagName.toLowerCase()} "${name.trim().slice(0, 40)}" .${String(one.className).slice(0, 60)}`
    }
    const isInText = (one: Element) =>
      getComputedStyle(one).display === 'inline' &&
      [...(one.parentElement?.childNodes ?? [])].some((node) => node !== one && node.textContent?.trim())
    const isSeen = (one: HTMLElement) =>
      one.checkVisibility({ visibilityProperty: true }) &&
      getComputedStyle(one).pointerEvents !== 'none' &&
      !one.closest('[inert], [aria-hidden=true], :disabled')
    const scrollsSideways = (one: Element) => {
      for (let at = one.parentElement; at && at !== document.body; at = at.parentElement)
        if (['auto', 'scroll'].includes(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth) return true
      return false
    }
    /** The label of a field that lies hidden behind it. */
    const areaOf = (one: HTMLElement): HTMLElement => {
      const label = one instanceof HTMLInputElement ? one.labels?.[0] : undefined
      const { width, height } = one.getBoundingClientRect()
      const isHidden = width <= 1 || height <= 1 || getComputedStyle(one).opacity === '0'
      return label && isHidden ? label : one
    }
    const belongsTo = (hit: Element | null, one: HTMLElement) => {
      if (!hit) return false
      const labelled = one instanceof HTMLInputElement ? [...(one.labels ?? [])] : []
      const wrapper = one.closest('[class*=Input-wrapper]')
      return one.contains(hit) || labelled.some((label) => label.contains(hit)) || wrapper?.contains(hit) === true
    }
    const problemOf = (element: HTMLElement) => {
      const one = areaOf(element)
      one.scrollIntoView({ block: 'center', inline: 'center' })
      const { left, right, top, bottom, width, height } = one.getBoundingClientRect()
      if (!scrollsSideways(one) && (left < -1 || right > innerWidth + 1)) return `cut off: ${nameOf(one)}`
      const [x, y] = [(left + right) / 2, (top + bottom) / 2]
      /** How far the area to press reaches from the middle, beyond the element itself where something extends it. */
      const reach = (stepX: number, stepY: number) => {
        for (let far = 1; far < TARGET; far += 1)
          if (!belongsTo(document.elementFromPoint(x + far * stepX, y + far * stepY), element)) return far - 0.5
        return TARGET
      }
      const isHigh = height >= TARGET - 0.5 || reach(0, -1) + reach(0, 1) >= TARGET - 1
      // A field and the label beside it are pressed as one.
      const isLabelWide = element instanceof HTMLInputElement && (element.labels?.[0]?.offsetWidth ?? 0) >= TARGET
      const isWide = isLabelWide || width >= TARGET - 0.5 || reach(-1, 0) + reach(1, 0) >= TARGET - 1
      if (isHigh && isWide) return undefined
      return `${Math.round(width)} × ${Math.round(height)} px: ${nameOf(one)}`
    }
    const seen = new Map<string, number>()
    const found = new Set<string>()
    for (const one of document.querySelectorAll<HTMLElement>(INTERACTIVE)) {
      if (!isSeen(one) || isInText(one)) continue
      // Of alike ones, as in the rows of a list, the first two tell.
      const kind = `${one.tagName} ${one.className} ${one.parentElement?.className}`
      const count = seen.get(kind) ?? 0
      seen.set(kind, count + 1)
      if (count >= 2) continue
      const problem = problemOf(one)
      if (problem) found.add(problem)
    }
    scrollTo(0, 0)
    return [...found]
  })
