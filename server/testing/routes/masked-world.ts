import { blacklistRoutes } from '#contract/blacklist/blacklist.ts'
import { businessRoutes } from '#contract/businesses.ts'
import { callRoutes } from '#contract/calls/calls.ts'
import { campaignRoutes } from '#contract/campaigns.ts'
import { dashboardRoutes } from '#contract/dashboard.ts'
import { leadCountRoutes } from '#contract/leads/lead-counts.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { operationRoutes } from '#contract/leads/operations.ts'
import { notificationRoutes } from '#contract/notifications/notifications.ts'
import type { testApp } from '../test-app.ts'
import { testCalls } from '../test-calls.ts'
import { testForms } from '../test-forms.ts'
import { testLeads } from '../test-leads.ts'

/** The contact that the partner guesses; masks show the last four digits and the first letter. */
export const TARGET = { phone: '+972541237788', email: 'shira@alon.example' }
export type Guess = typeof TARGET
/** The site with the form. */
export const SITE = 'https://alon.example'
/** A wrong guess with the same masks as the target. */
export const WRONG: Guess = { phone: '+972526417788', email: 'sonia@oren.example' }

type App = Awaited<ReturnType<typeof testApp>>
export type MaskedWorld = Awaited<ReturnType<typeof maskedWorld>>

/** A business that masks contacts, with a partner and a target lead whose phone and e-mail the partner guesses. */
export async function maskedWorld(it: App) {
  const business = await it.newBusiness()
  const { campaignId } = business
  const leads = testLeads(it)
  const second = await business.campaign()
  const owner = await business.member('Owner')
  const partner = await business.member('Affiliate', [campaignId, second])
  await it.send(businessRoutes.change, owner, { body: { masksContacts: true } })
  const key = await business.apiKey(['leads:write', 'leads:read'])
  const target = await leads.add(key, { name: 'Dana Levi', ...TARGET, campaignId })
  const { call } = await testCalls(it, business)
  const callId = await call({ caller: TARGET.phone, lead_id: target._id })
  await business.letHear(partner, [campaignId, second])
  const form = await testForms(it).make(owner, campaignId, { allowedOrigins: [SITE] })
  await leads.relayed()
  return { ...business, it, leads, second, owner, partner, key, target, callId, form }
}

/** All views of the partner that a guess could change. */
export async function partnersView({ it, leads, partner, target, callId, campaignId, second }: MaskedWorld) {
  await leads.relayed()
  const { send } = it
  const [
    list,
    page,
    history,
    counts,
    sources,
    blacklist,
    calls,
    call,
    dashboard,
    operations,
    notifications,
    campaigns,
  ] = await Promise.all([
    leads.page(partner, { limit: 100 }),
    leads.get(partner, target._id),
    leads.history(partner, target._id),
    send(leadCountRoutes.byStatus, partner, { query: {} }),
    send(leadRoutes.sources, partner, {}),
    send(blacklistRoutes.list, partner, { query: {} }),
    send(callRoutes.list, partner, { query: {} }),
    send(callRoutes.get, partner, { params: { id: callId } }),
    send(dashboardRoutes.get, partner, { query: { campaignId, period: 'today' } as never }),
    send(operationRoutes.list, partner, { query: {} } as never),
    send(notificationRoutes.list, partner, { query: {} }),
    send(campaignRoutes.list, partner, { query: {} }),
  ])
  const repeats = await leads.page(partner, { filters: { duplicate: true } })
  const marked = await leads.page(partner, {
    filters: { where: { all: [{ field: 'duplicate', op: 'is', value: true }] } },
  })
  const unmarked = await leads.page(partner, {
    filters: { where: { all: [{ field: 'duplicate', op: 'is', value: false }] } },
  })
  const ofSecond = await leads.page(partner, { campaignId: second })
  const own = { page: page.body, moved: page.body.lead.lastActivityAt !== target.lastActivityAt }
  const active = list.body.leads.map(({ date, lastActivityAt }) => date === lastActivityAt)
  const seen = [list, history, counts, sources, blacklist, calls, call, dashboard, operations, notifications, campaigns]
  return { own, active, seen: [...seen, repeats, marked, unmarked, ofSecond].map(({ status, body }) => [status, body]) }
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const changing: [pattern: RegExp, by: string][] = [
  [/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time'],
  // The relay computes the clock of a lead some time after its reply.
  [/"(responseDueAt|changesAt)": (?:null|"time")/g, '"$1": "later"'],
  [/(Person|Business|Campaign|Asked) [0-9a-z]{4,6}/g, '$1'],
  [/[\w-]+\.[\w-]{20,}\.[\w-]{20,}|key=[\w.%-]+|ticket=[\w.%-]+/g, 'token'],
  [/\+97236\d{6}/g, 'number'],
]

/** The parts of a guess that the rules of `masked-guesses.ts` search for. */
export const phonePart = ({ phone }: Guess) => phone.slice(4, 9)
export const emailPart = ({ email }: Guess) => email.slice(0, 4)

/**
 * As text, with ids numbered by first appearance and without varying values: times, names and the guess itself. A right
 * guess visible anywhere but in its own reply therefore still differs from a wrong one.
 */
export function comparable(value: unknown, guess: Guess): string {
  const ids = new Map<string, string>()
  const byPlace = (id: string) => {
    const place = ids.get(id) ?? `id ${ids.size}`
    ids.set(id, place)
    return place
  }
  const text = JSON.stringify(value, null, 1)
    .replace(UUID, byPlace)
    .replaceAll(guess.phone, 'guess')
    .replaceAll(guess.email, 'guess')
    .replaceAll(phonePart(guess), 'part')
    .replaceAll(emailPart(guess), 'part')
  return changing.reduce((changed, [pattern, by]) => changed.replace(pattern, by), text)
}
