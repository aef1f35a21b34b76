import { blacklistRoutes } from '#contract/blacklist/blacklist.ts'
import { callRoutes } from '#contract/calls/calls.ts'
import { callFlowRoutes } from '#contract/calls/flows/call-flows.ts'
import { outgoingRoutes } from '#contract/calls/outgoing/outgoing.ts'
import { campaignRoutes } from '#contract/campaigns.ts'
import { spellingRoutes } from '#contract/duplicates/spellings.ts'
import { leadBoardRoutes } from '#contract/leads/lead-board.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { operationRoutes } from '#contract/leads/operations.ts'
import { callViewRoutes } from '#contract/leads/saved-views/call-views.ts'
import { leadViewRoutes } from '#contract/leads/saved-views/lead-views.ts'
import { newId } from '../../platform/ids.ts'
import { testForms } from '../test-forms.ts'
import { aRouting } from '../test-numbers.ts'
import { emailPart, type Guess, type MaskedWorld, phonePart, SITE, TARGET } from './masked-world.ts'

/** An act of the partner with a guess; returns the reply. */
export type Attempt = (world: MaskedWorld, guess: Guess) => Promise<unknown>

const answer = ({ status, body }: { status: number; body: unknown }) => ({ status, body })
const inTurn = async (...steps: (() => Promise<{ status: number; body: unknown }>)[]) => {
  const answers: unknown[] = []
  for (const step of steps) answers.push(answer(await step()))
  return answers
}
/** Parts of a phone as a user might type them, from the beginning and from the end. */
const partsOf = (phone: string) => {
  const local = `0${phone.slice(4)}`
  return [phone, local, `${local.slice(0, 3)}-${local.slice(3)}`, local.slice(0, 6), local.slice(-5), local.slice(-7)]
}
const partsOfEmail = (email: string) => [email, email.slice(0, 4), email.slice(email.indexOf('@'))]

const enter =
  ({ leads, partner, campaignId }: MaskedWorld, body: object) =>
  () =>
    leads.take(partner, { name: 'Noa Katz', campaignId, ...body })

const rulesFor = (guess: Guess) => [
  { field: 'phone', op: 'is', value: guess.phone },
  { field: 'phone', op: 'isNot', value: guess.phone },
  { field: 'phone', op: 'contains', value: phonePart(guess) },
  { field: 'phone', op: 'notContains', value: phonePart(guess) },
  { field: 'email', op: 'is', value: guess.email },
  { field: 'email', op: 'contains', value: emailPart(guess) },
  { field: 'email', op: 'notContains', value: emailPart(guess) },
]

/** Attempts by name, with the routes they use. */
export const attempts: Record<string, { routes: string[]; attempt: Attempt }> = {
  'change a lead and say what phone is expected': {
    routes: ['leads.change'],
    attempt: ({ leads, partner, target }, { phone, email }) =>
      inTurn(
        () => leads.change(partner, target._id, { phone: '+972541230000', expected: { phone } }),
        () => leads.change(partner, target._id, { email: 'new@alon.example', expected: { email } }),
        () => leads.change(partner, target._id, { name: 'Dana Cohen', expected: { phone, email } }),
      ),
  },
  'change a lead to the guess': {
    routes: ['leads.change'],
    attempt: ({ leads, partner, target }, { phone, email }) =>
      inTurn(
        () => leads.change(partner, target._id, { phone }),
        () => leads.change(partner, target._id, { email, expected: { email } }),
        () => leads.change(partner, target._id, { phone, email, name: 'Dana Cohen' }),
      ),
  },
  'change an own lead that the owner corrected': {
    routes: ['leads.change'],
    attempt: async (world, { phone, email }) => {
      const { leads, partner, owner } = world
      const own = (await enter(world, { phone: '+972541231111' })()).body.lead._id
      await leads.change(owner, own, { phone: TARGET.phone, email: TARGET.email })
      const answers = await inTurn(
        () => leads.change(partner, own, { phone, expected: { phone } }),
        () => leads.change(partner, own, { email, expected: { email } }),
        () => leads.history(partner, own),
        () => leads.get(partner, own),
      )
      return answers
    },
  },
  'call a lead that was entered with the guess, log a call and bar it': {
    routes: ['outgoing.dial', 'outgoing.log', 'outgoing.doNotCall'],
    attempt: async (world, { phone }) => {
      const { it, partner } = world
      const leadId = (await enter(world, { phone })()).body.lead._id
      const dial = (body: object) => () =>
        it.send(outgoingRoutes.dial, partner, { body: { leadId, via: 'softphone', ...body } })
      const startedAt = new Date(Date.now() - 60_000).toISOString()
      const call = { leadId, direction: 'inbound', startedAt, isAnswered: true, minutes: 1 } as const
      return inTurn(
        dial({}),
        dial({ phone }),
        () => it.send(outgoingRoutes.log, partner, { body: call }),
        () => it.send(outgoingRoutes.doNotCall, partner, { params: { id: leadId }, body: { isOn: true } }),
        dial({}),
      )
    },
  },
  'enter a lead with the phone': {
    routes: ['leads.create'],
    attempt: (world, { phone }) => inTurn(enter(world, { phone })),
  },
  'enter a lead with the e-mail': {
    routes: ['leads.create'],
    attempt: (world, { email }) => inTurn(enter(world, { email })),
  },
  'enter a lead with a status that is not there, and twice with one key': {
    routes: ['leads.create'],
    attempt: async (world, { phone }) => {
      const { leads, partner, campaignId } = world
      const key = { 'idempotency-key': newId() }
      const keyed = () => leads.take(partner, { name: 'Noa Katz', campaignId, phone }, key)
      return inTurn(
        enter(world, { phone, statusId: newId() }),
        enter(world, { phone, assignedTo: newId() }),
        keyed,
        keyed,
        enter(world, { phone, duplicate: 'create' }),
      )
    },
  },
  'enter a lead in another campaign and look for duplicates': {
    routes: ['leads.create'],
    attempt: async (world, { phone, email }) => {
      const { leads, partner, second } = world
      const own = await enter(world, { phone, email, campaignId: second })()
      return inTurn(
        () => leads.get(partner, own.body.lead._id),
        () => leads.history(partner, own.body.lead._id),
        () => leads.page(partner, { campaignId: second, filters: { duplicate: true } }),
      )
    },
  },
  'enter a lead and wait until the person enquires again': {
    routes: ['leads.create'],
    attempt: async (world, { phone, email }) => {
      const { leads, key, campaignId } = world
      const answers = await inTurn(enter(world, { phone }), enter(world, { email }))
      const again = { name: 'Dana Levi', campaignId }
      await leads.add(key, { ...again, phone: TARGET.phone })
      await leads.add(key, { ...again, email: TARGET.email })
      return answers
    },
  },
  'ask for duplicates': {
    routes: ['leads.duplicates'],
    attempt: ({ it, partner }, guess) =>
      inTurn(
        () => it.send(leadRoutes.duplicates, partner, { query: { phone: guess.phone } }),
        () => it.send(leadRoutes.duplicates, partner, { query: { email: guess.email } }),
      ),
  },
  'search leads': {
    routes: ['leads.list', 'spellings.find'],
    attempt: ({ it, leads, partner }, { phone, email }) =>
      inTurn(
        ...[...partsOf(phone), ...partsOfEmail(email)].flatMap((search) => [
          () => leads.page(partner, { search }),
          () => it.send(spellingRoutes.find, partner, { query: { search } }),
        ]),
        ...rulesFor({ phone, email }).map(
          (rule) => () => leads.page(partner, { filters: { where: { all: [rule] } }, sort: 'date' }),
        ),
      ),
  },
  'search the board': {
    routes: ['leadBoard.get'],
    attempt: ({ it, partner }, { phone, email }) => {
      const board = (query: object) => () => it.send(leadBoardRoutes.get, partner, { query: query as never })
      return inTurn(
        ...[...partsOf(phone), ...partsOfEmail(email)].map((search) => board({ search })),
        ...rulesFor({ phone, email }).map((rule) => board({ filters: { where: { all: [rule] } }, by: 'source' })),
      )
    },
  },
  'keep a view of what matches': {
    routes: ['leadViews.create', 'leadViews.change', 'callViews.create', 'callViews.change'],
    attempt: async ({ it, partner }, { phone, email }) => {
      const view = (search: string) => ({
        look: 'table',
        search,
        filters: { where: { all: rulesFor({ phone, email }) } },
      })
      const made = await it.send(leadViewRoutes.create, partner, {
        body: { name: 'Mine', query: view(phone) } as never,
      })
      const params = { id: made.body.view._id }
      const answers = await inTurn(
        () => it.send(leadViewRoutes.change, partner, { params, body: { query: view(email) } as never }),
        () => it.send(leadViewRoutes.list, partner, {}),
        () => it.send(callViewRoutes.create, partner, { body: { name: 'Mine', query: { search: phone } } }),
        () => it.send(callViewRoutes.change, partner, { params, body: { query: { search: email } } }),
      )
      return [answer(made), ...answers]
    },
  },
  'do something to all that match': {
    routes: ['operations.create', 'leads.remove'],
    attempt: ({ it, partner }, guess) => {
      const start = (choice: object) => () =>
        it.send(operationRoutes.create, partner, {
          body: { action: { kind: 'tag', add: ['x'] }, all: true, ...choice } as never,
        })
      return inTurn(
        ...[...partsOf(guess.phone), ...partsOfEmail(guess.email)].map((search) => start({ search })),
        ...rulesFor(guess)
          .filter(({ op }) => !/^not|Not/.test(op))
          .map((rule) => start({ filters: { where: { all: [rule] } } })),
        () => it.send(leadRoutes.remove, partner, { body: { all: true, search: guess.phone } }),
      )
    },
  },
  'search calls': {
    routes: ['calls.list', 'calls.summary', 'calls.exportLink'],
    attempt: async ({ it, partner }, { phone, email }) => {
      const searches = [...partsOf(phone), ...partsOfEmail(email)]
      const files: string[] = []
      for (const search of searches) {
        const { url } = (await it.send(callRoutes.exportLink, partner, { body: { search } })).body
        files.push((await it.app.inject({ url, headers: { host: 'localhost' } })).body)
      }
      const lists = searches.map((search) => () => it.send(callRoutes.list, partner, { query: { search } }))
      return { files, lists: await inTurn(...lists) }
    },
  },
  'block a typed number': {
    routes: ['blacklist.create', 'blacklist.list'],
    attempt: async ({ it, partner, owner, campaignId, target }, { phone }) => {
      const body = { scope: 'campaign' as const, reason: 'x' }
      await it.send(blacklistRoutes.ofLead, owner, { params: { id: target._id }, body })
      return inTurn(
        ...[phone, phone.slice(0, 9)].map(
          (typed, i) => () =>
            it.send(blacklistRoutes.create, partner, {
              body: { kind: (['number', 'prefix'] as const)[i] ?? 'number', phone: typed, campaignId },
            }),
        ),
        ...partsOf(phone).map((search) => () => it.send(blacklistRoutes.list, partner, { query: { search } })),
      )
    },
  },
  'block a lead, and an own one with the guess': {
    routes: ['blacklist.ofLead'],
    attempt: async (world, { phone }) => {
      const { it, partner, target, campaignId } = world
      const own = await enter(world, { phone })()
      const body = { scope: 'campaign' as const, reason: 'x' }
      const block = (id: string) => () => it.send(blacklistRoutes.ofLead, partner, { params: { id }, body })
      const list = () => it.send(blacklistRoutes.list, partner, { query: { campaignId } })
      return inTurn(block(own.body.lead._id), list, block(target._id), list)
    },
  },
  'send the public form, and block what it made': {
    routes: ['blacklist.ofLead', 'blacklist.ofCall'],
    attempt: async (world, { phone, email }) => {
      const { it, leads, form, partner } = world
      const forms = testForms(it)
      for (const values of [
        { name: 'Noa', phone },
        { name: 'Gil', phone: '+972541239999', email },
      ]) {
        const { statusCode } = await forms.post(`/f/${form.key}`, values as Record<string, string>, { origin: SITE })
        if (statusCode !== 303) throw new Error(`the form answered ${statusCode}`)
      }
      const { body } = await leads.page(partner, { limit: 100 })
      const params = { id: body.leads[0]?._id ?? '' }
      return inTurn(() => it.send(blacklistRoutes.ofLead, partner, { params, body: { scope: 'campaign', reason: '' } }))
    },
  },
  'list an address for notices of leads': {
    routes: ['campaigns.change', 'campaigns.create'],
    attempt: ({ it, partner, second }, { phone, email }) =>
      inTurn(
        () =>
          it.send(campaignRoutes.change, partner, { params: { id: second }, body: { emailNotifications: [email] } }),
        () => it.send(campaignRoutes.change, partner, { params: { id: second }, body: { smsNotifications: [phone] } }),
        () => it.send(campaignRoutes.create, partner, { body: { name: 'Own', emailNotifications: [email] } }),
      ),
  },
  'simulate a call from the guess, which rings first whom the caller knows': {
    routes: ['callFlows.simulate'],
    attempt: async (world, { phone }) => {
      const { it, db, businessId, leads, owner, partner, target } = world
      await leads.change(owner, target._id, { assignedTo: partner.userId })
      // The number of the call, with a routing that can be read.
      const numbers = db.updateTable('virtual_numbers').set({ routing: JSON.stringify(aRouting()) })
      await numbers.where('business_id', '=', businessId).execute()
      const { id: numberId } = await db.selectFrom('virtual_numbers').select('id').executeTakeFirstOrThrow()
      const made = await it.send(callFlowRoutes.create, partner, { body: { name: 'Guess' } })
      const params = { id: made.body.flow._id }
      const moment = { numberId, at: '2026-11-29T10:00:00.000Z' }
      return inTurn(() => it.send(callFlowRoutes.simulate, partner, { params, body: { ...moment, from: phone } }))
    },
  },
}
