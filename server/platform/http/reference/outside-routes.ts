import { quoted } from './reference-examples.ts'

/** Addresses outside the API that others call: the pages of forms, and webhooks of telephony providers. */
type Outside = {
  method: 'GET' | 'POST'
  /** Path in OpenAPI notation: `/f/{key}`. */
  path: string
  tag: 'f' | 'hooks'
  summary: string
  description: string
  params: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  form?: Record<string, string>
  /** Status, what it means, and the type of the body. */
  replies: Record<number, [meaning: string, type?: string]>
}

const FORM = 'application/x-www-form-urlencoded'
const [HTML, PLAIN, TWIML] = ['text/html', 'text/plain', 'text/xml']
const key = 'k3v9q2m7x4'
const connection = '01981c3e-9c73-7e5a-9d8c-4b6f0a3c7e92'
const call = '01981c3e-ad84-7f6b-8e9d-5c7a1b4d8fa3'
const [accountSid, callSid] = [`AC${'1f'.repeat(16)}`, `CA${'2e'.repeat(16)}`]
const tooMany: Outside['replies'] = { 429: ['Too many requests of one address.', PLAIN] }

const ofForms: Outside[] = [
  {
    method: 'GET',
    path: '/f/{key}',
    tag: 'f',
    summary: 'The page of a form',
    description:
      'Works without JavaScript. `lang` is he or en, `embed=1` the page for a frame of an allowed site; UTM parameters, click ids, `landingPage` and `referrer` are kept with the lead.',
    params: { key },
    query: { lang: 'en', utm_source: 'google', utm_campaign: 'spring' },
    replies: { 200: ['The page.', HTML], 404: ['No such form, or it is off.', HTML], ...tooMany },
  },
  {
    method: 'POST',
    path: '/f/{key}',
    tag: 'f',
    summary: 'Sends a form',
    description:
      "The names are those of the form's fields: `name`, `phone`, `email`, `message`, `city`, `answer_…` for its own questions, `consent`. The form's page sends a `token` too, which it holds; without it the `Origin` must be one of the form's allowed sites. A browser sets it by itself.",
    params: { key },
    query: { lang: 'en' },
    headers: { Origin: 'https://www.example.com' },
    form: { name: 'Dana Levi', phone: '054-123-4567', utm_source: 'google' },
    replies: {
      303: ['Taken. `Location` is the thanks, or the page that the form leads to.'],
      403: ['The site is not among the allowed ones.', HTML],
      404: ['No such form, or it is off.', HTML],
      422: ['The page again, with what is missing or wrong.', HTML],
      ...tooMany,
    },
  },
  {
    method: 'GET',
    path: '/f/{key}/thanks',
    tag: 'f',
    summary: 'The thanks after a form',
    description: 'Where visitors are led who sent the form.',
    params: { key },
    query: { lang: 'en' },
    replies: { 200: ['The page.', HTML], 404: ['No such form.', HTML], ...tooMany },
  },
  {
    method: 'GET',
    path: '/f/{key}/embed.js',
    tag: 'f',
    summary: 'The script that shows a form in another site',
    description:
      'The embed code of a form loads it. It puts the form into a frame of its own height, and carries UTM parameters of the page.',
    params: { key },
    replies: { 200: ['The script.', 'text/javascript'], 404: ['No such form.', 'application/json'], ...tooMany },
  },
]

const SIGNED =
  'Called by the provider, not by you: its account is set to these addresses when it is connected. `X-Twilio-Signature` covers the public address and the form; a repeated hook gets the same answer.'
const signature = { 'X-Twilio-Signature': '$SIGNATURE' }
const refusals: Outside['replies'] = {
  403: ['The signature is missing or wrong.', PLAIN],
  404: ['The connection, or the number that was dialled, is unknown.', PLAIN],
  ...tooMany,
}
const hook = (
  path: string,
  summary: string,
  form: Record<string, string>,
  params: Record<string, string> = {},
): Outside => ({
  method: 'POST',
  path: `/hooks/${path}`,
  tag: 'hooks',
  summary,
  description: SIGNED,
  params,
  headers: signature,
  form,
  replies: { 200: ['Taken; instructions as TwiML.', TWIML], ...refusals },
})

const ofCall = { AccountSid: accountSid, CallSid: callSid, From: '+972541234567', To: '+97236000001' }
const ended = { ...ofCall, CallStatus: 'completed', CallDuration: '42', Timestamp: 'Wed, 25 Nov 2026 10:00:42 +0000' }
const message = { AccountSid: accountSid, MessageSid: `SM${'3d'.repeat(16)}` }

const ofProviders: Outside[] = [
  hook('voice/{connection}/inbound', 'A call comes in', { ...ofCall, CallStatus: 'ringing' }, { connection }),
  hook(
    'voice/{connection}/fallback',
    'A call whose first hook failed',
    { ...ofCall, CallStatus: 'ringing', ErrorCode: '11200' },
    { connection },
  ),
  hook('voice/{connection}/status', 'The state of a call', ended, { connection }),
  hook(
    'voice/{connection}/{call}/recording',
    'A recording is there',
    { ...ofCall, RecordingSid: `RE${'4c'.repeat(16)}`, RecordingStatus: 'completed', RecordingDuration: '40' },
    { connection, call },
  ),
  hook(
    'sms/{connection}/inbound',
    'A text message comes in',
    { ...message, From: '+972541234567', To: '+97236000001', Body: 'Please call me' },
    { connection },
  ),
  hook('sms/platform/status', 'The state of a message of the installation', { ...message, MessageStatus: 'delivered' }),
  hook('sms/platform/inbound', 'An answer to a message of the installation, such as STOP', {
    ...message,
    From: '+972541234567',
    Body: 'STOP',
  }),
]

export const outsideRoutes: readonly Outside[] = [...ofForms, ...ofProviders]

/** The address with its parameters filled in. */
export function addressIn({ path, params, query = {} }: Outside, publicUrl: string) {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
  const search = new URLSearchParams(query).toString()
  return new URL(search ? `${filled}?${search}` : filled, publicUrl).href
}

export function commandIn(route: Outside, publicUrl: string) {
  const { method, headers = {}, form } = route
  return [
    `curl -X ${method} ${quoted(addressIn(route, publicUrl))}`,
    ...Object.entries(headers).map(([name, value]) => `  -H "${name}: ${value}"`),
    ...(form ? [`  -H 'content-type: ${FORM}'`, `  -d ${quoted(new URLSearchParams(form).toString())}`] : []),
  ].join(' \\\n')
}

const parameter = (at: 'path' | 'query' | 'header', values: Record<string, string> = {}) =>
  Object.entries(values).map(([name, example]) => ({
    name,
    in: at,
    required: at === 'path',
    schema: { type: 'string' },
    example,
  }))
const textsOf = (form: Record<string, string>) => ({
  type: 'object',
  properties: Object.fromEntries(Object.keys(form).map((name) => [name, { type: 'string' }])),
})

/** The paths of the OpenAPI document, with an example each. */
export function outsidePaths(publicUrl: string) {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of outsideRoutes) {
    const { method, path, tag, summary, description, params, query, headers, form, replies } = route
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        tags: [tag],
        summary,
        description: `${description}\n\n\`\`\`sh\n${commandIn(route, publicUrl)}\n\`\`\``,
        parameters: [...parameter('path', params), ...parameter('query', query), ...parameter('header', headers)],
        ...(form && { requestBody: { content: { [FORM]: { schema: textsOf(form), example: form } } } }),
        responses: Object.fromEntries(
          Object.entries(replies).map(([status, [meaning, type]]) => [
            status,
            { description: meaning, ...(type && { content: { [type]: { schema: { type: 'string' } } } }) },
          ]),
        ),
      },
    }
  }
  return paths
}
