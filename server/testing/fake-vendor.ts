import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Form = Record<string, string>
type Say = (status: number, body?: object) => unknown
type VendorRequest = { form: Form; wanted?: string | null; parent?: string | null; response: ServerResponse; say: Say }
type Buying =
  | { status: number; body: object }
  | 'bought, and the line breaks'
  | 'not bought, and the line breaks'
  | undefined

const snake = (name: string) => name.replace(/(?<!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase()
/** Settings are shown as they were given, with Twilio's names in snake case; those that are not set are null. */
const shown = ({ sid, PhoneNumber, ...settings }: Form) => ({
  ...Object.fromEntries(Object.entries(settings).map(([name, value]) => [snake(name), value || null])),
  sid,
  phone_number: PhoneNumber,
  capabilities: { voice: true, sms: true },
})

/** As with the vendor, a trunk deletes the application and the reverse. */
const withChanges = (known: Form, form: Form): Form => ({
  ...known,
  ...form,
  ...(form.TrunkSid && { VoiceApplicationSid: '' }),
  ...(form.VoiceApplicationSid && { TrunkSid: '' }),
})

const fresh = () => ({
  /** Numbers and recordings by their SIDs. */
  owned: new Map<string, Form>(),
  bought: [] as string[],
  free: [] as string[],
  calls: [] as Form[],
  known: [] as Form[],
  buying: undefined as Buying,
  /** A call is started, but the answer is lost. */
  losesStarts: false,
  /** SIDs of calls that were ended by a request. */
  ended: [] as string[],
  /** Changes of numbers are refused; or made, and the answer is lost. */
  refusesChanges: false,
  losesChanges: false,
  /** Replies only with a server error. */
  isDown: false,
})

const startedCall = ({ To = '', From = '' }: Form) => ({
  ...{ sid: `CA${randomBytes(16).toString('hex')}`, to: To, from: From },
  ...{ status: 'queued', date_created: new Date().toUTCString() },
})

type State = ReturnType<typeof fresh>
/** A number or recording of the account. */
function ofOwned(state: State, [sid, method]: [string, string], { form, say, response }: VendorRequest) {
  if (method === 'DELETE') return say(state.owned.delete(sid) ? 204 : 404, { code: 20404, message: 'gone' })
  const known = state.owned.get(sid)
  if (!known) return say(404, { code: 20404, message: 'gone' })
  if (method === 'GET') return say(200, shown(known))
  if (state.refusesChanges) return say(400, { code: 21502, message: 'VoiceUrl is not valid' })
  const changed = withChanges(known, form)
  state.owned.set(sid, changed)
  return state.losesChanges ? response.destroy() : say(200, shown(changed))
}

/** A fake provider with Twilio's API for numbers and outbound calls; can lose its replies. */
export function startVendor({ accountSid, authToken }: { accountSid: string; authToken: string }) {
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  const state = fresh()
  const server = createServer((request, response) => void answer(request, response))

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const url = new URL(request.url ?? '', 'http://vendor')
    const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()))
    const path = url.pathname.replace(`/2010-04-01/Accounts/${accountSid}`, '')
    const say: Say = (status, body = {}) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(status === 204 ? '' : JSON.stringify(body))
    if (state.isDown) return say(503)
    if (request.headers.authorization !== authorization) return say(401, { code: 20003, message: 'Authenticate' })
    const [wanted, parent] = ['PhoneNumber', 'ParentCallSid'].map((name) => url.searchParams.get(name))
    const asked = { form, wanted, parent, response, say }
    const single = /^\/(?:IncomingPhoneNumbers|Recordings)\/(\w+)\.json$/.exec(path)?.[1]
    if (single) return ofOwned(state, [single, request.method ?? ''], asked)
    const call = state.known.find(({ sid }) => path === `/Calls/${sid}.json`)
    if (call && request.method === 'POST') state.ended.push(call.sid ?? '')
    if (call) return say(200, call)
    const known = answers[`${request.method} ${path}`]
    return known ? known(asked) : say(404, { code: 20404, message: path })
  }

  const answers: Record<string, (asked: VendorRequest) => unknown> = {
    'GET /AvailablePhoneNumbers/IL.json': ({ say }) => say(200, { subresource_uris: { local: '/', toll_free: '/' } }),
    'GET /AvailablePhoneNumbers/IL/Local.json': ({ say }) =>
      say(200, {
        available_phone_numbers: state.free.map((phone_number) => ({ phone_number, capabilities: { SMS: true } })),
      }),
    'GET /IncomingPhoneNumbers.json': ({ say, wanted }) => {
      const found = [...state.owned.values()].filter(({ PhoneNumber }) => !wanted || PhoneNumber === wanted)
      say(200, { incoming_phone_numbers: found.map(shown) })
    },
    'POST /IncomingPhoneNumbers.json': buy,
    'GET /Calls.json': ({ say, parent }) =>
      say(200, { calls: state.known.filter(({ parent_call_sid = null }) => parent_call_sid === parent) }),
    'POST /Calls.json': ({ say, form, response }) => {
      const started = startedCall(form)
      state.calls.push({ ...form, sid: started.sid })
      state.known.push(started)
      return state.losesStarts ? response.destroy() : say(201, started)
    },
  }

  function buy({ form, response, say }: VendorRequest) {
    if (typeof state.buying === 'object') return say(state.buying.status, state.buying.body)
    if (state.buying === 'not bought, and the line breaks') return response.destroy()
    const sid = `PN${(form.PhoneNumber ?? '').replace(/\D/g, '').padStart(32, '0')}`
    state.bought.push(form.PhoneNumber ?? '')
    state.owned.set(sid, { ...form, sid })
    return state.buying ? response.destroy() : say(201, shown({ ...form, sid }))
  }

  return {
    listen: () => new Promise<void>((done) => void server.listen(0, '127.0.0.1', done)),
    close: () => new Promise((done) => server.close(done)),
    url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reset: () => void Object.assign(state, fresh()),
    sells: (phones: string[]) => void Object.assign(state, { free: phones }),
    answersBuying: (how: Buying) => void Object.assign(state, { buying: how }),
    state: () => state,
    knows: (calls: Form[]) => void state.known.push(...calls),
    owned: (phone: string) => [...state.owned.values()].find(({ PhoneNumber }) => PhoneNumber === phone),
    timesBought: (phone: string) => state.bought.filter((one) => one === phone).length,
  }
}
