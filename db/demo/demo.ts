import { hashKey } from '../../server/features/access/access.service.ts'
import { newKey } from '../../server/features/api-keys/api-keys.rules.ts'
import { hashPassword } from '../../server/features/auth/passwords.ts'
import { newId } from '../../server/platform/ids.ts'
import {
  type MadeBusiness,
  type MadeLead,
  makeBusiness,
  makeCampaign,
  makeUser,
} from '../../server/testing/factories.ts'
import { makeAssignment } from './assignment.ts'
import { makeAudit } from './audit.ts'
import { makeAutomations } from './automations.ts'
import { makeBlacklist, tellBlacklist } from './blacklist.ts'
import { makeCallFlow } from './calls/call-flows.ts'
import { makeCalls } from './calls/calls.ts'
import { makeLineTests } from './calls/line-tests.ts'
import { makeConnection, makeNumbers } from './calls/numbers.ts'
import { makeRecording } from './calls/recordings.ts'
import { type DemoCampaign, renovation, studio } from './campaigns.ts'
import { makeFiles } from './files.ts'
import { makeFollowUps } from './follow-ups.ts'
import { makeForm } from './forms.ts'
import { fillLeadFields, makeLeadFields } from './lead-fields.ts'
import { makeLeadSources } from './lead-sources.ts'
import { makeLeadView } from './lead-views.ts'
import { makeLeads } from './leads.ts'
import { makeLinks } from './links.ts'
import { makeBookingPages } from './meetings/booking.ts'
import { makeMeetings } from './meetings/meetings.ts'
import { makeConversations } from './messages/conversations.ts'
import { makeMessageTemplates } from './messages/message-templates.ts'
import { makePendingMembers } from './pending-members.ts'
import { DEMO_PASSWORD, emailOf, type PersonKey, people, workers } from './people.ts'
import { makeRandom, type Random } from './random.ts'
import { makeShifts } from './shifts.ts'
import { demoPhone } from './visitors.ts'
import { makeWebhooks } from './webhooks.ts'
import { makeWorkingHours } from './working-hours.ts'

const DAY = 86_400_000
const DAYS = 430
/** Lower numbers belong to people and businesses. */
const FIRST_PHONE = 100
/** Ages of the newest leads in minutes, so that the demo always has recent ones. */
const NEWEST = [2, 18, 44, 71, 95, 130, 175, 240, 310, 390, 470, 560]
/** The number that uses the call flow. */
const FLOW_NUMBER = 1
const DELETED = [14, 21, 33, 40, 52, 67]

export type Demo = Awaited<ReturnType<typeof makeDemo>>

/** Makes all rows of the demo, dated relative to `now`. Deterministic except for ids and times. */
export async function makeDemo(now: Date) {
  const random = makeRandom(1948)
  const began = new Date(now.getTime() - DAYS * DAY).toISOString()
  const users = await makePeople(began)
  const userId = (key: PersonKey) => users[people.findIndex((person) => person.key === key)]?.id as string
  const businesses = makeBusinesses(began)
  const [alon, white] = businesses
  const places = { alon: placesOf(alon, renovation, now), white: placesOf(white, studio, now) }
  const keys = businesses.map((business) => makeKey(business, { createdBy: userId('owner'), began }))
  const phones = shuffledPhones(random)
  const leadsOf = (i: 0 | 1, of: Place[], more: { workers: PersonKey[][]; newest: number[]; deleted: number[] }) =>
    makeLeads(businesses[i], {
      ...more,
      random,
      now,
      phones,
      keyId: keys[i]?.row.id as string,
      places: of.map((place, at) => ({ ...place, workers: (more.workers[at] ?? []).map(userId) })),
    })
  const leads = [
    ...leadsOf(0, places.alon, { workers, newest: NEWEST, deleted: DELETED }),
    ...leadsOf(1, places.white, { workers: studio.map((): PersonKey[] => ['owner']), newest: [], deleted: [] }),
  ]
  fillLeadFields(
    leads.filter(({ business }) => business === alon),
    makeRandom(1954),
  )
  const messageTemplates = businesses.flatMap(({ businessId }) => makeMessageTemplates(businessId, began))
  return {
    key: keys[0]?.key as string,
    automations: makeAutomations(alon.businessId, { leads, userId: userId('owner'), messageTemplates, began, now }),
    webhooks: makeWebhooks(alon.businessId, { leads, userId: userId('owner'), began, now }),
    leadFields: makeLeadFields(alon),
    ...makeWorkingHours(alon.businessId, { began, now }),
    ...makeAssignment(alon.businessId, { userId, campaigns: places.alon.map(({ id }) => id) }),
    ...makeShifts(alon.businessId, { userId, now }),
    files: await makeFiles(alon.businessId, { leads, userId: userId('owner'), now }),
    messageTemplates,
    leadViews: [makeLeadView(alon.businessId, { ownerId: userId('owner'), at: began })],
    apiKeys: keys.map(({ row }) => row),
    users: users.map((user) => ({ ...user, last_business_id: alon.businessId })),
    businesses,
    memberships: membershipsOf(businesses, userId, began),
    campaigns: [...places.alon, ...places.white].map(({ row }) => row),
    ...makeWaysIn(alon.businessId, { leads, places: places.alon, userId, began, now }),
    campaignLinks: [...places.alon, ...places.white].flatMap(({ links }) => links),
    campaignMembers: campaignMembersOf(alon.businessId, places.alon, userId),
    leads,
    audit: auditOf(alon, { userId, places: places.alon, key: keys[0], now }),
    pendingMembers: makePendingMembers(alon.businessId, { places: places.alon, userId, now }),
    ...makeTelephony(alon, { leads, places: places.alon, userId, began, now }),
  }
}

type WaysIn = {
  leads: ReturnType<typeof makeLeads>
  places: Place[]
  userId: (key: PersonKey) => string
  began: string
  now: Date
}
/** The form, the booking page and the sources of the first campaign, and the meetings, one of them booked. */
function makeWaysIn(businessId: string, { leads, places, userId, began, now }: WaysIn) {
  const [campaignId, createdBy] = [places[0]?.id as string, userId('owner')]
  const bookingPages = makeBookingPages(businessId, { campaignId, userId, began })
  const bookingPageId = bookingPages[0]?.id ?? null
  return {
    bookingPages,
    meetings: makeMeetings(businessId, { leads, places, userId, now, bookingPageId }),
    forms: [makeForm({ businessId, campaignId, createdBy, bookingPageId, began })],
    ...makeLeadSources(businessId, { campaignId, createdBy, began, now }),
  }
}

const campaignMembersOf = (businessId: string, places: readonly Place[], userId: (key: PersonKey) => string) =>
  people.flatMap(({ key, campaigns }) =>
    Object.entries(campaigns).map(([i, role]) => ({
      ...{ business_id: businessId, campaign_id: places[Number(i)]?.id as string },
      ...{ user_id: userId(key), role },
    })),
  )

const makeBusinesses = (began: string) =>
  [
    {
      name: 'אלון שיפוצים ובנייה',
      email: 'office@alon-reno.example',
      phone: demoPhone(7),
      contact_name: 'שירה בן־דוד',
      brand_name: 'אלון שיפוצים',
      business_type: 'company',
      company_number: '514599141',
      primary_line_of_business: 'renovation',
      city: 'רמת גן',
      street: 'ביאליק 41',
      image: 'logo-alon.svg',
      masks_contacts: true,
    },
    {
      name: 'סטודיו לבן – עיצוב פנים',
      email: 'hello@white-studio.example',
      image: 'logo-white-studio.svg',
      // Hides the list of first steps, which would otherwise stay open, because the business has no number.
      first_steps_dismissed_at: began,
    },
  ].map((values) => makeBusiness({ ...values, is_demo: true, created_at: began })) as [MadeBusiness, MadeBusiness]

type Audited = {
  userId: (key: PersonKey) => string
  places: Place[]
  key: ReturnType<typeof makeKey> | undefined
  now: Date
}
const auditOf = ({ businessId }: MadeBusiness, { userId, places, key, now }: Audited) =>
  makeAudit(businessId, {
    userId,
    campaignIds: places.map(({ id }) => id),
    key: { id: String(key?.row.id), name: String(key?.row.name) },
    ofFeatures: (tell) => tellBlacklist(tell, userId('admin')),
    now,
  })

type Telephony = { leads: MadeLead[]; places: Place[]; userId: (key: PersonKey) => string; began: string; now: Date }
/** Uses separate random numbers, so that changing how calls are made does not change the leads. */
function makeTelephony({ businessId }: MadeBusiness, { leads, places, userId, began, now }: Telephony) {
  const connection = makeConnection(businessId, began)
  const numbers = makeNumbers(
    connection,
    places.map(({ id, demo, row }, i) => ({
      campaignId: id,
      workers: (workers[i] ?? []).map(userId),
      label: demo.name,
      began: String(row.created_at),
    })),
  )
  const callFlow = makeCallFlow(businessId, {
    workers: (workers[FLOW_NUMBER] ?? []).map(userId),
    by: userId('owner'),
    at: began,
  })
  const calls = makeCalls({ random: makeRandom(1967), now, numbers, leads, connectionId: connection.id })
  return {
    connections: [connection],
    ...makeConversations(businessId, { leads, numbers, authorId: userId('owner'), now }),
    callFlow,
    numbers: numbers.map(({ row }, i) => ({ ...row, flow_id: i === FLOW_NUMBER ? callFlow.flow.id : null })),
    followUps: makeFollowUps(businessId, { leads, userId: userId('owner'), now }),
    ofFeatures: [makeBlacklist(businessId, { createdBy: userId('owner'), began, calls })],
    lineTests: makeLineTests(numbers, now),
    calls,
    recordings: calls.flatMap((call) => (call.sound === undefined ? [] : [makeRecording(call, call.sound)])),
  }
}

async function makePeople(began: string) {
  const password = await hashPassword(DEMO_PASSWORD)
  return people.map(({ key, name }, i) =>
    makeUser({
      name,
      email: emailOf(key),
      phone: demoPhone(i + 1),
      phone_verified_at: began,
      email_verified_at: began,
      password_hash: password,
      is_demo: true,
      created_at: began,
    }),
  )
}

const membershipsOf = (
  [alon, white]: [MadeBusiness, MadeBusiness],
  userId: (key: PersonKey) => string,
  began: string,
) => [
  ...people.map(({ key, role }, i) => ({
    business_id: alon.businessId,
    user_id: userId(key),
    role,
    joined_at: new Date(Date.parse(began) + i * 12 * DAY).toISOString(),
  })),
  {
    business_id: white.businessId,
    user_id: userId('owner'),
    role: 'Owner',
    joined_at: new Date(Date.parse(began) + 60 * DAY).toISOString(),
  },
]

type Place = ReturnType<typeof placesOf>[number]
const placesOf = ({ businessId }: MadeBusiness, campaigns: DemoCampaign[], now: Date) =>
  campaigns.map((demo) => {
    const row = makeCampaign(businessId, {
      name: demo.name,
      image: demo.image ?? null,
      tags: demo.tags,
      notes: demo.notes,
      email_notifications: [emailOf('owner')],
      created_at: new Date(now.getTime() - (demo.days + 1) * DAY).toISOString(),
    })
    return { id: row.id, demo, row, links: makeLinks(businessId, row.id, demo) }
  })

function makeKey({ businessId }: MadeBusiness, { createdBy, began }: { createdBy: string; began: string }) {
  const { key, hint } = newKey()
  const row = {
    business_id: businessId,
    id: newId(),
    name: 'אתר החברה',
    hint,
    hash: hashKey(key),
    scopes: ['leads:read', 'leads:write'],
    rate_per_minute: 600,
    created_by: createdBy,
    created_at: began,
  }
  return { key, row }
}

/** Without repetition. */
function shuffledPhones(random: Random): number[] {
  const phones = Array.from({ length: 9_999 - FIRST_PHONE }, (_, i) => FIRST_PHONE + i)
  return phones
    .map((phone) => ({ phone, place: random.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ phone }) => phone)
}
