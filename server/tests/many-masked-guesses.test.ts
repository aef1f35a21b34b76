import { expect, test } from 'vitest'
import { blacklistRoutes } from '#contract/blacklist/blacklist.ts'
import { callRoutes } from '#contract/calls/calls.ts'
import { campaignRoutes } from '#contract/campaigns.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { operationRoutes } from '#contract/leads/operations.ts'
import { newId } from '../platform/ids.ts'
import { parsePhone } from '../platform/phones.ts'
import { comparable, type Guess, type MaskedWorld, maskedWorld, SITE, TARGET } from '../testing/routes/masked-world.ts'
import { testApp } from '../testing/test-app.ts'
import { testForms } from '../testing/test-forms.ts'

/** The mask hides four digits; `npm run soak -- masked-guesses` tries all. */
const ALL = 10_000
const guesses = Number(process.env.MASKED_GUESSES ?? 12)
/** Concurrent requests. */
const AT_ONCE = 8

const it = await testApp({ env: { DEMO: '1' } })

/** `+9725dddd7788`, and an e-mail with the same digits and the first letter of the mask. */
const guessOf = (hidden: number): Guess => {
  const digits = String(hidden).padStart(4, '0')
  return { phone: `+9725${digits}${TARGET.phone.slice(-4)}`, email: `s${digits}@alon.example` }
}
const RIGHT = Number(TARGET.phone.slice(5, 9))
/** Includes the right one. Unassigned numbers are always refused. */
const tried = Array.from({ length: ALL }, (_, i) => (RIGHT + i * 7) % ALL)
  .filter((hidden) => parsePhone(guessOf(hidden).phone) !== undefined)
  .slice(0, guesses)
  .sort((a, b) => a - b)

type Way = (world: MaskedWorld, guess: Guess) => Promise<{ status: number; body: unknown }>
const { send } = it
const where = (field: string, value: string) => ({ filters: { where: { all: [{ field, op: 'is', value }] } } })
const enter = ({ leads, partner, campaignId }: MaskedWorld, body: object) =>
  leads.take(partner, { name: 'Noa Katz', campaignId, ...body })

const ways: Record<string, Way> = {
  'change with an expected phone': ({ leads, partner, target }, { phone }) =>
    leads.change(partner, target._id, { phone: '+972541230000', expected: { phone } }),
  'rename with an expected contact': ({ leads, partner, target }, { phone, email }) =>
    leads.change(partner, target._id, { name: 'Dana Levi', expected: { phone, email } }),
  'change to the phone': ({ leads, partner, target }, { phone }) => leads.change(partner, target._id, { phone }),
  'change to the e-mail': ({ leads, partner, target }, { email }) => leads.change(partner, target._id, { email }),
  'enter the phone': (world, { phone }) => enter(world, { phone }),
  'enter the e-mail': (world, { email }) => enter(world, { email }),
  'enter with an unknown status': (world, { phone }) => enter(world, { phone, statusId: newId() }),
  'ask for duplicates': (world, { phone, email }) =>
    send(leadRoutes.duplicates, world.partner, { query: { phone, email } }),
  'search leads by phone': ({ leads, partner }, { phone }) => leads.page(partner, { search: phone }),
  'search leads by e-mail': ({ leads, partner }, { email }) => leads.page(partner, { search: email }),
  'filter leads by phone': ({ leads, partner }, { phone }) => leads.page(partner, where('phone', phone)),
  'filter leads by e-mail': ({ leads, partner }, { email }) => leads.page(partner, where('email', email)),
  'do something to all that match': ({ partner }, { phone }) =>
    send(operationRoutes.create, partner, {
      body: { action: { kind: 'tag', add: ['x'] }, all: true, search: phone } as never,
    }),
  'search calls': ({ partner }, { phone }) => send(callRoutes.list, partner, { query: { search: phone } }),
  'block the phone': ({ partner, campaignId }, { phone }) =>
    send(blacklistRoutes.create, partner, { body: { phone, campaignId } }),
  'search the blacklist': ({ partner }, { phone }) => send(blacklistRoutes.list, partner, { query: { search: phone } }),
  'name the phone as a recipient': ({ partner, second }, { phone }) =>
    send(campaignRoutes.change, partner, { params: { id: second }, body: { smsNotifications: [phone] } }),
  'send the public form': async ({ form }, { phone }) => {
    // Each request has its own address; otherwise the rate limit would apply.
    const address = `10.1.${phone.slice(5, 7)}.${phone.slice(7, 9)}`.replaceAll(/\b0/g, '')
    const { statusCode } = await testForms(it).post(`/f/${form.key}`, { name: 'Noa', phone }, { origin: SITE }, address)
    return { status: statusCode, body: null }
  },
}

test('the guesses include the right one', () => {
  expect(guessOf(RIGHT).phone).toBe(TARGET.phone)
  expect(tried).toContain(RIGHT)
  expect(tried.length).toBeGreaterThanOrEqual(Math.min(guesses, 5_000))
})

test.each(Object.entries(ways))(
  '%s: all guesses get the same reply, and the lead is unchanged',
  async (_, way) => {
    const world = await maskedWorld(it)
    const { leads, partner, target } = world
    await world.db
      .updateTable('leads')
      .set({ email: guessOf(RIGHT).email })
      .where('id', '=', target._id)
      .execute()
    const state = async () => {
      const { body } = await leads.get(partner, target._id)
      const { history } = (await leads.history(partner, target._id)).body
      return { lead: body.lead, events: history.map(({ event }) => event) }
    }
    const before = await state()
    const answers = new Map<string, number[]>()
    const waiting = [...tried]
    const guessOn = async () => {
      for (let hidden = waiting.shift(); hidden !== undefined; hidden = waiting.shift()) {
        const guess = guessOf(hidden)
        const { status, body } = await way(world, guess)
        const answer = comparable([status, body], guess)
        answers.set(answer, [...(answers.get(answer) ?? []), hidden].slice(-50))
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, guessOn))
    expect([...answers]).toHaveLength(1)
    expect(await state()).toEqual(before)
  },
  600_000,
)
