import { createHash } from 'node:crypto'

const STYLE = `
:root { color-scheme: light dark; --page: #f5f5f9; --sheet: #fff; --line: #c9cedb; --ink: #1b1f2a; --quiet: #5c6478; --act: #0a6b3d; --on: #fff }
@media (prefers-color-scheme: dark) {
  :root { --page: #0f1117; --sheet: #181b24; --line: #4a5268; --ink: #e8eaf2; --quiet: #a3abc0; --act: #7fdca9; --on: #06210f }
}
* { box-sizing: border-box }
body { margin: 0; padding: 32px 16px; background: var(--page); color: var(--ink); font: 16px/24px Heebo, 'Segoe UI', system-ui, sans-serif }
main { max-width: 480px; margin: 0 auto; padding: 24px; background: var(--sheet); border: 1px solid var(--line); border-radius: 12px }
h1 { margin: 0; font-size: 22px; line-height: 32px }
p, ul { margin: 4px 0 16px; color: var(--quiet) }
label { display: block; margin-block-start: 12px }
input { width: 100%; margin-block-start: 4px; padding: 10px 12px; border: 1px solid var(--line); border-radius: 8px; background: transparent; color: inherit; font: inherit }
button { min-height: 44px; margin: 20px 0 0; margin-inline-end: 8px; padding: 0 20px; border: 1px solid var(--act); border-radius: 8px; background: transparent; color: var(--act); font: inherit; cursor: pointer }
button.main { background: var(--act); color: var(--on) }
`

/** Allows no script, and forms to this server and to the address that it redirects to. */
export const consentPolicy = (redirectUri: string) =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
    "base-uri 'none'",
    `form-action 'self' ${URL.canParse(redirectUri) ? new URL(redirectUri).origin : ''}`.trim(),
    "frame-ancestors 'none'",
  ].join('; ')

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const texts = {
  en: {
    title: 'Connect WhatsApp',
    text: 'The test server of this machine stands in for Meta. It sends nothing to any phone.',
    asks: 'Leadline asks to:',
    rights: ['send and receive messages of this number', 'read the message templates of the account'],
    ...{ name: 'Name of the business', phone: 'WhatsApp number', allow: 'Allow', deny: 'Cancel' },
  },
  he: {
    title: 'חיבור WhatsApp',
    text: 'שרת הבדיקה של המחשב הזה, במקום Meta. הוא לא שולח דבר לשום טלפון.',
    asks: 'Leadline מבקשת:',
    rights: ['לשלוח ולקבל הודעות במספר הזה', 'לקרוא את תבניות ההודעה של החשבון'],
    ...{ name: 'שם העסק', phone: 'מספר WhatsApp', allow: 'אישור', deny: 'ביטול' },
  },
} as const

/** The page on which a person lets the installation into an account. */
export function consentPage(language: 'he' | 'en', phone: string): string {
  const t = texts[language]
  const dir = language === 'he' ? 'rtl' : 'ltr'
  return `<!doctype html>
<html lang="${language}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${t.title}</title><style>${STYLE}</style></head>
<body><main><h1>${t.title}</h1><p>${t.text}</p><form method="post">
${t.asks}<ul>${t.rights.map((right) => `<li>${right}</li>`).join('')}</ul>
<label>${t.name}<input name="name" maxlength="80" required autocomplete="off"></label>
<label>${t.phone}<input name="phone" dir="ltr" inputmode="tel" value="${escaped(phone)}" pattern="\\+?[0-9 \\-]{9,20}" required autocomplete="off"></label>
<button class="main" name="answer" value="allow">${t.allow}</button><button name="answer" value="deny" formnovalidate>${t.deny}</button>
</form></main></body></html>`
}
