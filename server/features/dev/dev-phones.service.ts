import type { DemoNumber, HandsetMessage } from '#contract/calls/dev-phones.ts'
import type { Routing } from '#contract/calls/routing.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/http/errors.ts'
import { isOpenAt } from '../numbers/opening-hours.rules.ts'
import { isRunning } from '../numbers/routing.rules.ts'
import { listDemoNumbers } from './dev-phones.queries.ts'

/** A row of the exchange's message list. */
type Row = { sid: string; direction: string; from: string; to: string; body: string; status: string; createdAt: number }

export async function readNumbers(db: Db, now: Date, limit: number): Promise<DemoNumber[]> {
  const rows = await listDemoNumbers(db, limit)
  return rows.map(({ phone, label, business, campaign: name, state, routing, isEnabled, startDate, endDate }) => {
    const isActive =
      state === 'active' && name !== null && isRunning({ name, isEnabled: isEnabled === true, startDate, endDate }, now)
    const isOpen = isOpenAt((routing as Routing).hours, now)
    return { phone, label, campaign: name, business, now: !isActive ? 'inactive' : isOpen ? 'open' : 'closed' }
  })
}

/** Messages to and from this handset, newest first; `consoleUrl`: the exchange's private console. */
export async function readMessages(consoleUrl: string | undefined, phone: string): Promise<HandsetMessage[]> {
  const rows = (await ask(consoleUrl, '/messages')) as Row[]
  return rows.flatMap(({ sid, direction, from, to, body, status, createdAt }) => {
    const isOwn = direction === 'inbound'
    if ((isOwn ? from : to) !== phone) return []
    return [
      { id: sid, isOwn, other: isOwn ? to : from, text: body, at: new Date(createdAt).toISOString(), state: status },
    ]
  })
}

/** Sends a message from a handset to a number. */
export const sendMessage = (
  consoleUrl: string | undefined,
  { text, ...message }: { from: string; to: string; text: string },
) => ask(consoleUrl, '/messages', { ...message, body: text })

/** Of a poor connection: enough that the E-model rates the sound as poor. */
const POOR_LOSS = 0.2

/** Whether the connections of browsers that answer this phone are poor. */
export const setLoss = (consoleUrl: string | undefined, { from, isPoor }: { from: string; isPoor: boolean }) =>
  ask(consoleUrl, '/audio-loss', { from, share: isPoor ? POOR_LOSS : 0 }, 'PUT')

async function ask(
  consoleUrl: string | undefined,
  path: string,
  body?: object,
  method: 'POST' | 'PUT' = 'POST',
): Promise<unknown> {
  if (!consoleUrl) throw new AppError('not_found')
  const post = { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(`${consoleUrl}${path}`, body ? post : {})
  if (!response.ok) throw new AppError('not_found')
  return response.json()
}
