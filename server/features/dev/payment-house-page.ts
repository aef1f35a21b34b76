import { createHash } from 'node:crypto'
import type { HouseSetup } from '../../providers/payments/local-house.queries.ts'
import { CHALLENGE_CODE, testCards } from '../../providers/payments/test-cards.ts'
import { escapeHtml } from '../messages/messages.rules.ts'

const STYLE = `
:root { color-scheme: light dark; --page: #f5f5f9; --sheet: #fff; --line: #c9cedb; --ink: #1b1f2a; --quiet: #5c6478; --act: #3642b5; --on: #fff; --bad: #b3261e }
@media (prefers-color-scheme: dark) {
  :root { --page: #0f1117; --sheet: #181b24; --line: #4a5268; --ink: #e8eaf2; --quiet: #a3abc0; --act: #afc1ff; --on: #10142e; --bad: #ffb4ab }
}
* { box-sizing: border-box }
body { margin: 0; padding: 32px 16px; background: var(--page); color: var(--ink); font: 16px/24px Heebo, 'Segoe UI', system-ui, sans-serif }
main { max-width: 480px; margin: 0 auto; padding: 24px; background: var(--sheet); border: 1px solid var(--line); border-radius: 12px }
h1 { margin: 0; font-size: 22px; line-height: 32px }
p { margin: 4px 0 16px; color: var(--quiet) }
p[role=alert] { color: var(--bad) }
label { display: block; margin-block-start: 12px }
input { width: 100%; margin-block-start: 4px; padding: 10px 12px; border: 1px solid var(--line); border-radius: 8px; background: transparent; color: inherit; font: inherit }
button { min-height: 44px; margin: 20px 8px 0 0; padding: 0 20px; border: 1px solid var(--act); border-radius: 8px; background: transparent; color: var(--act); font: inherit; cursor: pointer }
button.main { background: var(--act); color: var(--on) }
dl { margin: 24px 0 0; padding-block-start: 16px; border-block-start: 1px solid var(--line); font-size: 14px }
dt { font-variant-numeric: tabular-nums } dd { margin: 0 0 8px; color: var(--quiet) }
`

/** Allows no script, only this style sheet, and forms to this server. */
export const HOUSE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const shell = (title: string, content: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title} · Test payment house</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1><p>The test payment house of this machine. It moves no money: type test cards alone.</p>
${content}</main></body></html>`

const alertOf = (problem: string | undefined) => (problem ? `<p role="alert">${escapeHtml(problem)}</p>` : '')
const cards = Object.entries(testCards)
  .map(([number, { label }]) => `<dt>${number.replaceAll(/(\d{4})/g, '$1 ').trim()}</dt><dd>${label}</dd>`)
  .join('')

/** The page on which a person types a card, confirms it by a code, or answers for the bank. */
export function housePage({ kind, state, card }: HouseSetup, problem?: string): string {
  if (state === 'approved' || state === 'refused') return shell('This page was answered', '')
  if (kind === 'bank')
    return shell(
      'Standing order',
      `<p>Account ending in ${escapeHtml(card?.last4 ?? '')}. Answer as the bank would.</p><form method="post">
<button class="main" name="answer" value="approve">The bank confirms</button><button name="answer" value="refuse">The bank refuses</button></form>`,
    )
  if (state === 'challenge')
    return shell(
      '3-D Secure',
      `${alertOf(problem)}<form method="post"><label>Code from the bank (${CHALLENGE_CODE})
<input name="code" inputmode="numeric" autocomplete="off" required></label><button class="main" name="answer" value="code">Confirm</button></form>`,
    )
  return shell(
    'Card details',
    `${alertOf(problem)}<form method="post"><label>Card number<input name="number" inputmode="numeric" autocomplete="off" required></label>
<label>Valid until (MM/YY)<input name="expires" inputmode="numeric" autocomplete="off" placeholder="12/30" required></label>
<button class="main" name="answer" value="card">Save the card</button><button name="answer" value="refuse" formnovalidate>Cancel</button></form>
<dl>${cards}</dl>`,
  )
}
