import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { consentRoutes } from '#contract/leads/conversations/consents.ts'
import { conversationRoutes } from '#contract/leads/conversations/conversations.ts'
import type { LeadMessage } from '#contract/leads/conversations/message-shapes.ts'
import { newId } from '../../platform/ids.ts'
import { signHook } from '../../providers/twilio/signature.ts'
import type { smsAccount } from '../sms-account.ts'
import type { Credentials, testApp } from '../test-app.ts'
import { nextPhone, testLeads } from '../test-leads.ts'
import { aRouting } from '../test-numbers.ts'
import { waitFor } from '../wait-for.ts'

type App = Awaited<ReturnType<typeof testApp>>
type As = Partial<Credentials>
type Form = Record<string, string>
export const smsSid = () => `SM${randomBytes(16).toString('hex')}`

type Provider = Awaited<ReturnType<typeof smsAccount>>

/** Sends webhooks as the provider does. */
const hooks =
  (it: App, { account: { accountSid, authToken } }: Provider) =>
  async (address: string, form: Form) => {
    const path = address.replace(it.env.publicUrl, '')
    const fields = { AccountSid: accountSid, ...form }
    const signature = signHook(authToken, it.env.publicUrl + path, Object.entries(fields))
    const reply = await it.app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
      payload: new URLSearchParams(fields).toString(),
    })
    return reply.statusCode
  }

let numbers = 0
/** A business whose campaign has a number for text messages, and a lead. */
async function makeWorld(it: App, provider: Provider) {
  const [leads, hook] = [testLeads(it), hooks(it, provider)]
  const business = await it.newBusiness()
  const { db, businessId, campaignId } = business
  const connectionId = newId()
  const account = { provider: 'local', account: provider.account.accountSid }
  await db
    .insertInto('connections')
    .values({ business_id: businessId, id: connectionId, ...account })
    .execute()
  const number = `+9725555${String(50_000 + numbers++)}`
  await db
    .insertInto('virtual_numbers')
    .values({
      ...{ business_id: businessId, id: newId(), connection_id: connectionId, campaign_id: campaignId },
      ...{ phone: number, provider_sid: 'PN1', state: 'active', sms: true, routing: JSON.stringify(aRouting()) },
    })
    .execute()
  const owner = await business.member('Owner')
  const phone = nextPhone()
  const email = `dana-${phone.slice(-6)}@example.test`
  const lead = await leads.add(owner, { campaignId, phone, email })
  const reply = (body: string, { from = phone, to = number, sid = smsSid() } = {}) =>
    hook(`/hooks/sms/${connectionId}/inbound`, { MessageSid: sid, From: from, To: to, Body: body })
  return { ...business, connectionId, number, owner, phone, email, lead, reply }
}

type Channel = 'sms' | 'email' | 'whatsapp'
type Purpose = 'service' | 'advertising'
type Sent = {
  channel?: Channel
  purpose?: Purpose
  text?: string | undefined
  subject?: string
  sendAt?: string
  files?: string[]
  template?: { _id: string; language: 'he' | 'en' }
}
type Change = { channel?: Channel; purpose?: Purpose; act: 'given' | 'withdrawn'; note?: string }

/** Consents of leads. */
const consentsIn = (it: App) => {
  const consents = async (as: As, leadId: string) =>
    (await it.send(consentRoutes.get, as, { params: { id: leadId } })).body.consents
  return {
    consents,
    stateOf: async (as: As, leadId: string, channel: Channel = 'sms', purpose: Purpose = 'advertising') =>
      (await consents(as, leadId)).states.find((one) => one.channel === channel && one.purpose === purpose)?.state,
    consent: (as: As, leadId: string, change: Change) =>
      it.send(consentRoutes.change, as, {
        params: { id: leadId },
        body: { channel: 'sms', purpose: 'advertising', note: 'Signed at the fair', ...change },
      }),
  }
}

/** Conversations through a fake provider of text messages. */
export function testConversations(it: App, provider: Provider) {
  const send = (as: As, leadId: string, sent: Sent = {}, headers: Form = {}) => {
    const body = { channel: 'sms', purpose: 'service', text: 'Hello Dana', ...sent } as const
    return it.send(conversationRoutes.send, as, { params: { id: leadId }, body }, headers)
  }
  /** Sends a message that must be accepted. */
  async function write(as: As, leadId: string, sent: Sent = {}): Promise<LeadMessage> {
    const { status, body } = await send(as, leadId, sent)
    expect(status, JSON.stringify(body)).toBe(201)
    return body.message
  }
  async function thread(as: As, leadId: string, query: { before?: string } = {}) {
    const { status, body } = await it.send(conversationRoutes.messages, as, { params: { id: leadId }, query })
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  /** Waits until the last message of the lead, or the one with this text, has this state. */
  const inState = (as: As, leadId: string, state: LeadMessage['state'], text?: string) =>
    waitFor(async () => {
      const { messages } = await thread(as, leadId)
      const message = text === undefined ? messages.at(-1) : messages.find((one) => one.text.includes(text))
      return message?.state === state && message
    })
  const hook = hooks(it, provider)
  const world = () => makeWorld(it, provider)
  return { ...testLeads(it), ...consentsIn(it), hook, world, send, write, thread, inState }
}
