import { clickIdFields, utmFields } from '#contract/leads/attribution.ts'
import { type MadeBusiness, type MadeLead, makeLead } from '../../server/testing/factories.ts'
import { isOpen } from './calls/call-times.ts'
import type { DemoCampaign } from './campaigns.ts'
import { newestNames } from './names.ts'
import type { Random } from './random.ts'
import { comeAgain, tell, throwAway, workingTime } from './story.ts'
import { aVisitor, demoPhone, type Visitor } from './visitors.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const REPEATS = 0.04

/** A campaign's id, its demo settings and the members who handle its leads. */
type Place = { id: string; demo: DemoCampaign; workers: string[] }
type LeadsInput = {
  random: Random
  now: Date
  places: Place[]
  keyId: string
  /** Last digits of phone numbers that are not used yet. */
  phones: number[]
  /** Ages of the newest leads in minutes, and the indexes of deleted ones. */
  newest: number[]
  deleted: number[]
}

/** The business's leads with their histories; recent ones are more frequent. */
export function makeLeads(business: MadeBusiness, input: LeadsInput): MadeLead[] {
  const { random, now, places, keyId, newest, deleted } = input
  const moments = places.flatMap((place) =>
    Array.from({ length: place.demo.leads }, () => ({ place, at: momentOf(random, now, place.demo.days) })),
  )
  moments.sort((a, b) => b.at.getTime() - a.at.getTime())
  const twin = twins()
  return moments.map(({ place, at: drawn }, i) => {
    const minutes = newest[i]
    const isNew = minutes !== undefined
    const at = isNew ? new Date(now.getTime() - minutes * MINUTE) : drawn
    const phone = twin.phoneOf(i, place) ?? demoPhone(input.phones.pop() as number)
    const demo = isNew ? fromOutside(place.demo) : place.demo
    const visitor = aVisitor(random, isOpen(at) ? demo : withoutCalls(demo), {
      phone,
      who: isNew ? newestNames[i] : undefined,
    })
    const telling = { random, now, campaign: place.demo, workers: place.workers }
    const made = arrive(business, { place, at, visitor, keyId })
    tell(made, telling)
    // A second call of the same person does not count as another enquiry.
    if (random.chance(REPEATS) && visitor.source !== 'call')
      comeAgain(made, telling, { by: { keyId }, enquiry: enquiryOf(visitor) })
    if (deleted.includes(i)) throwAway(made, telling)
    twin.made(i, made)
    return made
  })
}

/**
 * Index of the newest lead (or the next one with a phone) that also enquired in another campaign, so that both are
 * duplicates.
 */
const TWIN = 5
const LONG_BEFORE = 30
function twins() {
  let first: MadeLead | undefined
  let isDone = false
  const phoneOf = (i: number, place: Place) =>
    isDone || i < LONG_BEFORE || first?.row.campaign_id === place.id ? undefined : (first?.row.phone ?? undefined)
  const made = (i: number, lead: MadeLead) => {
    if (!first) {
      if (i >= TWIN && lead.row.phone) first = lead
    } else if (!isDone && lead.row.phone === first.row.phone) {
      isDone = true
      for (const twin of [first, lead]) twin.row = { ...twin.row, has_duplicate_contact: true }
    }
  }
  return { phoneOf, made }
}

/** The newest leads come from outside, because the author of a lead is not notified of it. */
const fromOutside = (demo: DemoCampaign): DemoCampaign => ({ ...demo, sources: { ...demo.sources, manual: 0 } })

/** Calls come within working hours. */
const withoutCalls = (demo: DemoCampaign): DemoCampaign => ({ ...demo, sources: { ...demo.sources, call: 0 } })

/** A working time at least a day ago, because the newest leads are made separately. Older times are rarer. */
const momentOf = (random: Random, now: Date, days: number) =>
  workingTime(new Date(now.getTime() - DAY - Math.floor(random.next() ** 1.7 * (days - 2) * DAY)))

type Arrival = { place: Place; at: Date; visitor: Visitor; keyId: string }
function arrive(business: MadeBusiness, { place, at, visitor, keyId }: Arrival): MadeLead {
  const { name, phone = null, email = null, source } = visitor
  const isByHand = source === 'manual'
  const by: { userId: string } | { keyId: string } | { system: true } = isByHand
    ? { userId: place.workers[0] as string }
    : source === 'call'
      ? { system: true as const }
      : { keyId }
  const values = { campaign_id: place.id, name: isByHand ? name || 'לקוח מהאולם' : name, phone, email }
  return makeLead(business, { at, by }, { ...values, enquiry: 'keyId' in by ? enquiryOf(visitor) : { source } })
}

/** The enquiry in the form in which intake stores it. */
function enquiryOf(visitor: Visitor) {
  const { source, message, landingPage, referrer } = visitor
  const given = (names: readonly string[], prefix = '') =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = visitor[`${prefix}${name}` as keyof Visitor]
        return value === undefined ? [] : [[name, value]]
      }),
    )
  return {
    source,
    message: message ?? null,
    utm: JSON.stringify(given(utmFields, 'utm_')),
    click_ids: JSON.stringify(given(clickIdFields)),
    landing_page: landingPage ?? null,
    referrer: referrer ?? null,
    raw: JSON.stringify(visitor),
    content_type: 'application/json',
  }
}
