import { z } from 'zod'
import { id, line } from '../common.ts'
import { clickIdFields, utmFields } from '../leads/attribution.ts'

/** Maximum number of links per campaign. */
export const LINKS_MAX = 50
export const LINK_LABEL_MAX = 50
export const LINK_URL_MAX = 2_000
export const UTM_MAX = 200
/** Characters of a link code: letters and digits that are not confused in print or by ear. */
export const LINK_CODE_LETTERS = '23456789abcdefghjkmnpqrstuvwxyz'
export const LINK_CODE_LENGTH = 8
/** Path of short links, outside the API: GET /l/:code redirects to the link's target. */
export const SHORT_LINK_PATH = '/l'

const hasScheme = (url: string) => /^[a-z][a-z\d+.-]*:\/\//i.test(url)
/** Whether a URL is an http(s) page without credentials. Scripts and files are refused. */
export function isWebPage(url: string) {
  if (!URL.canParse(url)) return false
  const { protocol, hostname, username, password } = new URL(url)
  return /^https?:$/.test(protocol) && hostname !== '' && username === '' && password === ''
}
/** The URL of a page; https is added if the scheme is missing. */
export const webPage = line(LINK_URL_MAX, 1)
  .overwrite((url) => (url === '' || hasScheme(url) ? url : `https://${url}`))
  // An empty URL is reported as missing, not as invalid.
  .refine((url) => url === '' || isWebPage(url), 'invalid_url')

/**
 * The URL of a page, with its scheme. A parser of URLs skips line breaks, so they are removed from what is stored: it is also
 * written into files and headers.
 */
export const webAddress = z
  .string()
  .overwrite((url) => url.replace(/[\p{Cc}\u2028\u2029]/gu, ''))
  .trim()
  .max(LINK_URL_MAX, 'too_long')
  .refine(isWebPage, 'invalid_address')

/** UTM values that a link passes to its page; the page returns them with each lead. */
const utmValue = line(UTM_MAX).optional()
export const LinkUtm = z.object({
  source: utmValue,
  medium: utmValue,
  campaign: utmValue,
  content: utmValue,
  term: utmValue,
})
export type LinkUtm = z.output<typeof LinkUtm>

export const NewLink = z.object({
  url: webPage,
  label: line(LINK_LABEL_MAX, 1),
  utm: LinkUtm.default({}),
})
export type NewLink = z.output<typeof NewLink>
/** A link to change (with `_id`) or to create (without). */
export const LinkChange = NewLink.extend({ _id: id.optional() })
export type LinkChange = z.output<typeof LinkChange>

export const CampaignLink = z.object({
  _id: id,
  url: z.string(),
  label: z.string(),
  /** The link's UTM source, which is the source of leads that arrive through it. */
  source: z.string().nullable(),
  utm: LinkUtm,
  /** The URL with its UTM parameters. */
  target: z.string(),
  /** Redirects to the target and counts clicks. */
  shortUrl: z.string(),
  clicks: z.number().int(),
})
export type CampaignLink = z.output<typeof CampaignLink>

/**
 * Adds UTM parameters to a URL, and the click IDs if a click had any. Parameters of the same name are replaced; all
 * others are kept.
 */
export function targetOf(url: string, utm: LinkUtm, clickIds: Partial<Record<string, string>> = {}): string {
  const target = new URL(url)
  const added = new Map<string, string>()
  for (const name of utmFields) if (utm[name]) added.set(`utm_${name}`, utm[name])
  for (const name of clickIdFields) if (clickIds[name]) added.set(name, clickIds[name])
  if (added.size === 0) return target.href
  const kept = target.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !added.has(nameIn(pair)))
  target.search = [...kept, ...[...added].map(([name, value]) => `${name}=${encodeURIComponent(value)}`)].join('&')
  return target.href
}

const nameIn = (pair: string) => ([...new URLSearchParams(pair).keys()][0] ?? '').toLowerCase()
