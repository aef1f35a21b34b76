import type { DemoCampaign, Source } from './campaigns.ts'
import { aName } from './names.ts'
import type { Random } from './random.ts'

/** A visitor's entries in a form, as a website's server sends them to POST /api/lead. */
export type Visitor = {
  name: string
  phone?: string
  email?: string
  source: Source
  message?: string
  landingPage?: string
  referrer?: string
  utm_source?: string
  utm_medium?: string
  utm_campaign?: string
  utm_content?: string
  utm_term?: string
  gclid?: string
  fbclid?: string
}

const CLOSED_PHONES = '+97272444'

/** An unassigned phone, by its last four digits. */
export const demoPhone = (lastFour: number) => `${CLOSED_PHONES}${String(lastFour).padStart(4, '0')}`

/** Last four digits of spam callers. */
export const SPAMMERS = [81, 82, 83, 84]

type Known = { phone: string; who?: { name: string; latin: string } | undefined }

export function aVisitor(random: Random, campaign: DemoCampaign, { phone, who = aName(random) }: Known): Visitor {
  const source = random.weighted(campaign.sources)
  const leaves = random.weighted({ both: 55, phone: 38, email: source === 'call' ? 0 : 7 })
  const hasMessage = source !== 'call' && random.chance(0.7)
  return {
    name: source === 'call' && random.chance(0.4) ? '' : who.name,
    ...(leaves !== 'email' && { phone }),
    ...(leaves !== 'phone' && { email: `${who.latin}${random.int(1, 999)}@example.${random.pick(['com', 'test'])}` }),
    source,
    ...(hasMessage && { message: random.pick(campaign.messages) }),
    ...wayOf(random, campaign, source),
  }
}

/** The origin: UTM values of the advertisement's link. */
function wayOf(random: Random, { utmCampaign, landingPage, terms }: DemoCampaign, source: Source): Partial<Visitor> {
  if (source === 'google_ads')
    return {
      landingPage,
      referrer: 'https://www.google.com/',
      utm_source: 'google',
      utm_medium: 'cpc',
      utm_campaign: utmCampaign,
      utm_content: random.pick(['ad_a', 'ad_b', 'sitelink_gallery']),
      utm_term: random.pick(terms),
      gclid: `EAIaIQobChMI${random.letters(38)}`,
    }
  if (source === 'meta')
    return {
      landingPage,
      referrer: random.pick(['https://www.facebook.com/', 'https://www.instagram.com/']),
      utm_source: random.pick(['facebook', 'instagram']),
      utm_medium: 'paid_social',
      utm_campaign: utmCampaign,
      utm_content: random.pick(['before_after_video', 'carousel_kitchens', 'story_1']),
      fbclid: `IwAR${random.letters(52)}`,
    }
  if (source !== 'website') return {}
  return random.chance(0.5)
    ? { landingPage, referrer: 'https://www.google.com/' }
    : { landingPage, utm_source: 'newsletter', utm_medium: 'email', utm_campaign: `${utmCampaign}_news` }
}
