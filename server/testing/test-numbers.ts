import { randomBytes } from 'node:crypto'
import type { Routing } from '#contract/calls/routing.ts'
import { newId } from '../platform/ids.ts'
import type { ExchangeAccount } from '../providers/exchange/account.ts'
import { signHook } from '../providers/twilio/signature.ts'
import type { testApp } from './test-app.ts'

const hex = (bytes: number) => randomBytes(bytes).toString('hex')
/** A SID in the vendor's format. */
export const aSid = (kind: 'CA' | 'RE' | 'PN') => `${kind}${hex(16)}`

/** An account with a non-existent exchange: tests send its hooks. */
export const testExchange: ExchangeAccount = {
  baseUrl: 'http://127.0.0.1:9',
  accountSid: `AC${'1'.repeat(32)}`,
  authToken: 'token of the exchange in tests',
  phones: undefined,
  softphoneKey: () => undefined,
}

/** One phone rings for 20 seconds without announcements, then the call ends. */
export const aRouting = (changes: Partial<Routing> = {}): Routing => ({
  ring: {
    mode: 'together',
    seconds: 20,
    knownFirst: false,
    targets: [{ kind: 'phone', phone: '+972501111111', userId: null }],
  },
  recording: false,
  announcement: { isOn: false, text: '' },
  whisper: { isOn: false, text: '' },
  screening: false,
  noAnswer: { kind: 'hangup', text: '' },
  hours: null,
  outside: { kind: 'hangup', text: '' },
  language: 'en',
  ...changes,
})

type App = Awaited<ReturnType<typeof testApp>>
type Business = Awaited<ReturnType<App['newBusiness']>>
export type Form = Record<string, string>

let last = 0
/** A virtual number that no other test of the worker's database has: they are unique across businesses. */
function freshNumber() {
  last = Math.max(last + 1, Date.now())
  return `+97272444${String(last % 10_000_000).padStart(7, '0')}`
}

/** A number of the business with its provider side. */
export async function testNumber(
  it: App,
  business: Pick<Business, 'db' | 'businessId'> & { campaignId: string | null },
  { routing, state = 'active' }: { routing?: Partial<Routing>; state?: 'active' | 'paused' | 'quarantined' } = {},
) {
  const { db, businessId, campaignId } = business
  const [connectionId, numberId] = [newId(), newId()]
  const known = await db
    .selectFrom('connections')
    .select('id')
    .where('business_id', '=', businessId)
    .where('provider', '!=', 'smtp')
    .executeTakeFirst()
  if (!known)
    await db
      .insertInto('connections')
      .values({
        business_id: businessId,
        id: connectionId,
        provider: 'local',
        account: testExchange.accountSid,
      })
      .execute()
  const phone = freshNumber()
  await db
    .insertInto('virtual_numbers')
    .values({
      business_id: businessId,
      id: numberId,
      connection_id: known?.id ?? connectionId,
      campaign_id: campaignId,
      phone,
      provider_sid: aSid('PN'),
      state,
      routing: JSON.stringify(aRouting(routing)),
    })
    .execute()
  const orderId = newId()
  await db
    .insertInto('number_orders')
    .values({
      business_id: businessId,
      id: orderId,
      connection_id: known?.id ?? connectionId,
      campaign_id: campaignId,
      phone,
      routing: '{}',
      state: 'done',
      number_id: numberId,
    })
    .execute()
  return {
    numberId,
    orderId,
    phone,
    connectionId: known?.id ?? connectionId,
    ...callsOf(it, { businessId, phone, connectionId: known?.id ?? connectionId }),
  }
}

type Line = { businessId: string; phone: string; connectionId: string }
function callsOf(it: App, { businessId, phone, connectionId }: Line) {
  /** Sends a hook as the provider does; `path` below /hooks/voice/{connection}, or a whole address from TwiML. */
  async function hook(path: string, form: Form, headers: Record<string, string> = {}) {
    const target = path.startsWith('http')
      ? new URL(path.split('#')[0] ?? '').pathname
      : `/hooks/voice/${connectionId}${path}`
    const fields = { AccountSid: testExchange.accountSid, ...form }
    const signature = signHook(testExchange.authToken, it.env.publicUrl + target, Object.entries(fields))
    const reply = await it.app.inject({
      method: 'POST',
      url: target,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature, ...headers },
      payload: new URLSearchParams(fields).toString(),
    })
    return { status: reply.statusCode, type: reply.headers['content-type'], xml: reply.body }
  }

  /** An inbound call. */
  async function dial(from: string, sid = aSid('CA')) {
    const form = { CallSid: sid, CallStatus: 'ringing', Direction: 'inbound', From: from, To: phone }
    return { sid, form, ...(await hook('/inbound', form)) }
  }
  const row = (sid: string) =>
    it.deps.tenants
      .scope({ businessId })
      .selectFrom('calls')
      .selectAll()
      .where('business_id', '=', businessId)
      .where('provider_sid', '=', sid)
      .executeTakeFirstOrThrow()
  return { hook, dial, row }
}

/** Hook addresses in TwiML by the end of their path: `dial/1`, `leg/1/0`. */
export const hooksIn = (xml: string) =>
  Object.fromEntries(
    [...xml.matchAll(/"(https?:[^"#]*\/hooks\/voice\/[^/]+\/([^/]+)\/([^"#]+))/g)].map(([, url, , end]) => [
      end ?? '',
      url ?? '',
    ]),
  )

/** A time in the vendor's format. */
export const rfc2822 = (at: Date | number) => new Date(at).toUTCString().replace('GMT', '+0000')
