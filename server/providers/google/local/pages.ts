import { createHash } from 'node:crypto'
import { instantOf, type When } from './event-rules.ts'
import type { LocalAccount } from './store.ts'

const STYLE = `
:root { color-scheme: light dark; --page: #f0f4f9; --sheet: #fff; --line: #747775; --ink: #1f1f1f; --quiet: #444746; --act: #0b57d0; --on: #fff }
@media (prefers-color-scheme: dark) {
  :root { --page: #1e1f20; --sheet: #0e0e0e; --line: #8e918f; --ink: #e3e3e3; --quiet: #c4c7c5; --act: #a8c7fa; --on: #062e6f }
}
* { box-sizing: border-box }
body { margin: 0; padding: 32px 16px; background: var(--page); color: var(--ink); font: 16px/24px system-ui, sans-serif }
main { max-width: 560px; margin: 0 auto; padding: 24px; background: var(--sheet); border-radius: 24px }
h1 { margin: 0; font-size: 24px; line-height: 32px; font-weight: 400 }
h2 { margin: 24px 0 4px; font-size: 16px }
p { margin: 4px 0 16px; color: var(--quiet) }
label { display: block; margin-block-start: 12px }
input[type=email] { width: 100%; margin-block-start: 4px; padding: 10px 12px; border: 1px solid var(--line); border-radius: 8px; background: transparent; color: inherit; font: inherit }
button { min-height: 44px; margin: 16px 8px 0 0; padding: 0 20px; border: 1px solid var(--act); border-radius: 22px; background: transparent; color: var(--act); font: inherit; cursor: pointer }
button.main { background: var(--act); color: var(--on) }
li { margin-block-end: 12px; overflow-wrap: anywhere }
li form { display: inline }
li button { min-height: 36px; margin: 4px 8px 0 0; padding: 0 14px }
`
const policyOf = (formTargets: string) =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
    "base-uri 'none'",
    // Browsers check the target of the redirect after a form, too.
    `form-action 'self' ${formTargets}`.trim(),
    "frame-ancestors 'none'",
  ].join('; ')

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
const page = (title: string, content: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escaped(title)} · local Google</title><style>${STYLE}</style></head>
<body><main><h1>${escaped(title)}</h1><p>A Google in the box of this demo. It knows no real account and asks for no password.</p>
${content}</main></body></html>`

type Page = { html: string; policy: string }
const NAMES: Record<string, string> = {
  'calendar.events': 'See and change events of your calendars',
  'calendar.freebusy': 'See when you are busy',
  'calendar.calendarlist.readonly': 'See the list of your calendars',
}
const RIGHT = 'https://www.googleapis.com/auth/'

/** The page on which a person allows what was asked for, whole or in part. */
export function consentPage(query: Record<string, string | undefined>, email: string): Page {
  const scopes = (query.scope ?? '').split(' ').filter((scope) => scope.startsWith(RIGHT))
  const kept = Object.entries(query).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value ?? '')}">`,
  )
  const boxes = scopes.map(
    (scope) => `<label><input type="checkbox" name="allowed ${escaped(scope)}" checked>
${escaped(NAMES[scope.slice(RIGHT.length)] ?? scope)}</label>`,
  )
  return {
    policy: policyOf(new URL(query.redirect_uri ?? '').origin),
    html: page(
      'Leadline wants access to your Google Account',
      `<form method="post" action="/o/oauth2/v2/auth">${kept.join('')}
<label>Account <input type="email" name="account" value="${escaped(email)}" required></label>${boxes.join('')}
<button class="main" name="answer" value="allow">Allow</button><button name="answer" value="cancel" formnovalidate>Cancel</button></form>`,
    ),
  }
}

export const problemPage = (problem: string): Page => ({
  policy: policyOf(''),
  html: page('Access blocked', `<p role="alert">${escaped(problem)}</p>`),
})

const shown = new Intl.DateTimeFormat('en-IL', { timeZone: 'Asia/Jerusalem', dateStyle: 'medium', timeStyle: 'short' })
/** What is in the calendars of an account, with what a person does there. */
export function calendarsPage({ email, calendars }: LocalAccount): Page {
  const form = (path: string, label: string) =>
    `<form method="post" action="/calendars/${encodeURIComponent(email)}/${path}"><button>${label}</button></form>`
  const lists = calendars.map(({ id, summary, events, timeZone }) => {
    const items = events
      .filter(({ status }) => status !== 'cancelled')
      .map((event) => {
        const at = instantOf(event.start as When, timeZone)
        const of = `${encodeURIComponent(id)}/${event.id}`
        return `<li><strong>${escaped(String(event.summary ?? ''))}</strong> · ${escaped(shown.format(at))}<br>
${form(`${of}/later`, 'An hour later')}${form(`${of}/delete`, 'Delete')}</li>`
      })
    return `<h2>${escaped(summary)}</h2><ul>${items.join('')}</ul>${form(`${encodeURIComponent(id)}/private`, 'Private event tomorrow at 10')}`
  })
  return {
    policy: policyOf(''),
    html: page(
      `Calendars of ${email}`,
      `${lists.join('')}<h2>Account</h2>${form('revoke', 'Take back the access of Leadline')}`,
    ),
  }
}
