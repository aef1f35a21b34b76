import { type Form, formRoutes, type NewForm } from '#contract/forms.ts'
import type { Credentials, testApp } from './test-app.ts'

type App = Awaited<ReturnType<typeof testApp>>
type Values = Record<string, string>

const both = (he: string, en: string) => ({ he, en })
/** A form with every kind of field. */
export const aForm = (changes: Partial<NewForm> = {}): NewForm => ({
  name: 'Landing page',
  languages: ['he', 'en'],
  fields: [
    { name: 'name', kind: 'name', label: both('שם מלא', 'Full name'), required: true, options: [] },
    { name: 'phone', kind: 'phone', label: both('טלפון', 'Phone'), required: true, options: [] },
    { name: 'email', kind: 'email', label: both('אימייל', 'Email'), required: false, options: [] },
    { name: 'message', kind: 'message', label: both('הודעה', 'Message'), required: false, options: [] },
    {
      ...{ name: 'answer_rooms', kind: 'select', label: both('כמה חדרים?', 'How many rooms?'), required: false },
      options: [both('שלושה', 'Three'), both('ארבעה', 'Four')],
    },
  ],
  texts: {
    title: both('נחזור אליך היום', 'We call you back today'),
    intro: both('כמה פרטים ונתחיל.', 'A few details and we begin.'),
    button: both('שליחה', 'Send'),
    thanks: both('תודה!', 'Thank you!'),
    thanksText: both('נתקשר בקרוב.', 'We call soon.'),
    consent: both('', ''),
  },
  allowedOrigins: [],
  redirectUrl: null,
  bookingPageId: null,
  source: 'website',
  isEnabled: true,
  ...changes,
})

/** Helpers for tests of forms. */
export function testForms({ send, app }: App) {
  const make = async (as: Partial<Credentials>, campaignId: string, changes: Partial<NewForm> = {}): Promise<Form> =>
    (await send(formRoutes.create, as, { body: { ...aForm(changes), campaignId } })).body.form

  const get = (url: string, headers: Values = {}) =>
    app.inject({ url, headers: { host: 'localhost', 'accept-language': 'en', ...headers } })

  /** Posts a form as a browser does. */
  const post = (url: string, values: Values | string, headers: Values = {}, remoteAddress = '127.0.0.1') =>
    app.inject({
      method: 'POST',
      url,
      remoteAddress,
      headers: {
        host: 'localhost',
        'accept-language': 'en',
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      },
      payload: typeof values === 'string' ? values : new URLSearchParams(values).toString(),
    })

  /** Opens a form's page; returns its action and initial values. */
  const open = async (form: Pick<Form, 'key'>, query = '', headers: Values = {}) => {
    const { body } = await get(`/f/${form.key}${query}`, headers)
    return { html: body, ...readForm(body) }
  }
  return { make, get, post, open }
}

const plain = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

export function readForm(html: string) {
  const action = plain(/<form method="post" action="([^"]*)"/.exec(html)?.[1] ?? '')
  const hidden = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)]
  return { action, values: Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, plain(value)])) }
}
