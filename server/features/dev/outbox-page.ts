import { createHash } from 'node:crypto'
import { type Language, languages } from '#contract/constants.ts'
import { directionOf, escapeHtml } from '../messages/messages.rules.ts'

export type OutboxMessage = {
  id: string
  channel: string
  recipient: string
  subject: string | null
  body: string | null
  language: string | null
  state: string
  error: string | null
  /** Only for text messages. */
  segments: number | null
  delivery: string | null
  errorCode: number | null
  createdAt: string
  /** A message to a lead, whose answer would arrive. */
  canBeAnswered: unknown
}

const STYLE = `
:root { color-scheme: light dark; --page: #f5f5f9; --sheet: #fff; --line: #e3e6ee; --ink: #1b1f2a; --quiet: #5c6478; --link: #3642b5; --mail: #e7edff; --sms: #dcf5e7 }
@media (prefers-color-scheme: dark) {
  :root { --page: #0f1117; --sheet: #181b24; --line: #2b3040; --ink: #e8eaf2; --quiet: #a3abc0; --link: #afc1ff; --mail: #252b50; --sms: #17382a }
}
* { box-sizing: border-box }
body { margin: 0; padding: 32px 16px; background: var(--page); color: var(--ink); font: 16px/24px Heebo, 'Segoe UI', system-ui, sans-serif }
main { max-width: 720px; margin: 0 auto }
h1 { margin: 0; font-size: 24px; line-height: 32px }
header p { margin: 4px 0 24px; color: var(--quiet) }
article { margin-block-end: 16px; padding: 20px; background: var(--sheet); border: 1px solid var(--line); border-radius: 12px }
.meta { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: center; color: var(--quiet); font-size: 14px }
.channel { padding: 0 10px; border-radius: 999px; background: var(--mail); color: var(--ink) }
.channel.sms { background: var(--sms) }
.when { margin-inline-start: auto }
h2 { margin: 12px 0 0; font-size: 17px; line-height: 24px; overflow-wrap: anywhere }
pre { margin: 8px 0 0; white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; text-align: start }
pre[dir=auto] { unicode-bidi: plaintext }
a { color: var(--link) }
form { display: flex; flex-wrap: wrap; gap: 8px; margin-block-start: 12px }
input, button { min-height: 44px; padding: 0 12px; border: 1px solid var(--line); border-radius: 8px; background: var(--page); color: inherit; font: inherit }
input { flex: 1; min-width: 0 }
.empty { padding: 64px 20px; text-align: center; color: var(--quiet) }
`

/** Allows no script, and only this style sheet, by its hash. */
export const OUTBOX_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** The installation's unsent mail and SMS, newest first. For developers, in English only. */
export const outboxPage = (messages: OutboxMessage[]) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>Outbox · Leadline</title>
<style>${STYLE}</style></head>
<body><main><header><h1>Outbox</h1><p>Mail and SMS of this machine, newest first. <a href="">Refresh</a></p></header>
${messages.map(articleOf).join('\n') || '<article class="empty">Nothing here yet. Register, ask for a code or send a lead.</article>'}
</main></body></html>`

const marks: Record<string, { name: string; style: string }> = {
  sms: { name: 'SMS', style: ' sms' },
  whatsapp: { name: 'WhatsApp', style: ' sms' },
}

function articleOf(message: OutboxMessage) {
  const { channel, recipient, subject, body, language, createdAt } = message
  // With `auto`, "Leadline: …" would run from left to right in Hebrew, too.
  const dir = isLanguage(language) ? directionOf(language) : 'auto'
  const time = new Date(createdAt).toLocaleString('en-GB', { timeZone: 'Asia/Jerusalem' })
  const delivered = deliveryOf(message).map((part) => `<span>${escapeHtml(part)}</span>`)
  const mark = marks[channel] ?? { name: 'Mail', style: '' }
  return `<article><div class="meta"><span class="channel${mark.style}">${mark.name}</span>
<bdi dir="ltr">${escapeHtml(recipient)}</bdi>${delivered.join('')}<time class="when" datetime="${escapeHtml(createdAt)}">${time}</time></div>
${subject ? `<h2 dir="${dir}">${escapeHtml(subject)}</h2>` : ''}<pre dir="${dir}">${body === null ? '<i>sent, not kept</i>' : withLinks(body)}</pre>${message.canBeAnswered ? answerForm(message) : ''}</article>`
}

const answerForm = ({ id }: OutboxMessage) =>
  `<form method="post" action="/dev/outbox/${escapeHtml(id)}/answer"><input name="text" dir="auto" required maxlength="1000" autocomplete="off" aria-label="Answer as the lead" placeholder="Answer as the lead"><button>Send</button></form>`

const isLanguage = (known: string | null): known is Language =>
  (languages as readonly (string | null)[]).includes(known)

/** The delivery state in words. */
function deliveryOf({ state, error, segments, delivery, errorCode }: OutboxMessage): string[] {
  const parts = segments && segments > 1 ? [`${segments} parts`] : []
  if (state !== 'sent') parts.push(error ? `${state}: ${error}` : state)
  else if (delivery) parts.push(delivery)
  return errorCode ? [...parts, `error ${errorCode}`] : parts
}

/** Turns addresses into links; everything is escaped. */
const withLinks = (text: string) =>
  text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, i) => (i % 2 ? `<a dir="ltr" href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part)))
    .join('')
