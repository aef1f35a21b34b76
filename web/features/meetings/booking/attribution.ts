import { clickIdFields, utmFields } from '#contract/leads/attribution.ts'

const MAX = 500
const filled = (entries: (readonly [string, string | null])[]) =>
  Object.fromEntries(entries.flatMap(([name, value]) => (value ? [[name, value.slice(0, MAX)]] : [])))

/** Where a visitor came from: UTM values and click ids of the address, the page, and the page before it. */
export function attributionOf(href: string, referrer: string) {
  const { searchParams } = new URL(href)
  return {
    utm: filled(utmFields.map((field) => [field, searchParams.get(`utm_${field}`)])),
    ...filled(clickIdFields.map((field) => [field, searchParams.get(field)])),
    landingPage: href.slice(0, 2_000),
    ...(referrer && { referrer: referrer.slice(0, 2_000) }),
  }
}
