import type { Insertable } from 'kysely'
import type { DB } from '../../../server/platform/db/schema.ts'
import { newId } from '../../../server/platform/ids.ts'
import { idAt, type MadeLead } from '../../../server/testing/factories.ts'
import type { DemoNumber } from '../calls/numbers.ts'
import { type DemoTalk, talks } from '../talks.ts'
import { DEMO_WHATSAPP } from './whatsapp.ts'

const MINUTE = 60_000
const STOP = 'הסר'
type Row = Insertable<DB['lead_messages']> & { business_id: string; lead_id: string; id: string; at: string }

type Talking = { leads: readonly MadeLead[]; numbers: readonly DemoNumber[]; authorId: string; now: Date }
/** Conversations with leads that have a phone and an e-mail, each with a lead that existed before it began. */
export function makeConversations(businessId: string, { leads, numbers, authorId, now }: Talking) {
  const used = new Set<string>()
  const reachable = leads
    .filter(({ row }) => row.business_id === businessId && row.name && row.phone && row.email && !row.deleted_at)
    .toSorted((one, other) => (one.row.created_at < other.row.created_at ? 1 : -1))
  const messages: Row[] = []
  const consents: Insertable<DB['consents']>[] = []
  const read: string[] = []
  const whatsAppId = newId()
  for (const talk of talks) {
    const began = new Date(now.getTime() - talk.ago * MINUTE)
    const lead = reachable.find(({ row }) => !used.has(row.id) && row.created_at < began.toISOString())
    if (!lead) continue
    used.add(lead.row.id)
    const line = numbers.find(({ row }) => row.campaign_id === lead.row.campaign_id)?.row
    messages.push(...rowsOf(talk, { lead, line, authorId: lead.row.assigned_to ?? authorId, began, whatsAppId }))
    consents.push(...consentsOf(talk, lead, began))
    if (!talk.isUnread) read.push(lead.row.id)
  }
  return { leadMessages: messages, consents, readConversations: read }
}

type Of = {
  lead: MadeLead
  line: DemoNumber['row'] | undefined
  authorId: string
  began: Date
  /** Of the connection by which WhatsApp is sent. */
  whatsAppId: string
}
const rowsOf = ({ messages }: DemoTalk, { lead: { row }, line, authorId, began, whatsAppId }: Of): Row[] =>
  messages.map((message) => {
    const at = new Date(began.getTime() + message.after * MINUTE)
    const { by, subject = null, text } = message
    return {
      business_id: row.business_id,
      id: idAt(at),
      lead_id: row.id,
      origin: by,
      author_id: by === 'person' ? authorId : null,
      ...(message.channel ? byWhatsApp(row, whatsAppId) : subject === null ? bySms(row, line) : byMail(row, subject)),
      ...(by === 'lead' ? received : sentOf(message)),
      text: text.replace('{name}', String(row.name).split(' ')[0] ?? ''),
      state_at: at.toISOString(),
      occasion: by === 'system' || text === STOP ? 'withdrawal' : null,
      at: at.toISOString(),
    }
  })

const bySms = ({ phone }: MadeLead['row'], line: Of['line']) => ({
  ...{ channel: 'sms', address: String(phone) },
  ...(line && { sender: line.phone, connection_id: line.connection_id }),
})
const byWhatsApp = ({ phone }: MadeLead['row'], connection_id: string) => ({
  ...{ channel: 'whatsapp', address: String(phone), sender: DEMO_WHATSAPP, connection_id },
})
const byMail = ({ email }: MadeLead['row'], subject: string) => ({ channel: 'email', address: String(email), subject })
const received = { direction: 'in', state: 'received' }
const sentOf = ({
  state = 'delivered',
  purpose = 'service',
  reason,
  code,
  subject,
  channel,
}: DemoTalk['messages'][number]) => ({
  ...{ direction: 'out', state, purpose, reason: reason ?? null, error_code: code ?? null },
  segments: subject || channel ? null : 1,
})

const consentsOf = ({ agrees, messages }: DemoTalk, { row }: MadeLead, began: Date) => {
  const shared = { business_id: row.business_id, contact: String(row.phone), channel: 'sms', purpose: 'advertising' }
  const act = (at: Date, rest: { act: string; source: string; wording: string }) => ({
    ...shared,
    ...rest,
    id: idAt(at),
    at: at.toISOString(),
  })
  const stop = messages.find(({ text }) => text === STOP)
  return [
    ...(agrees
      ? [
          act(new Date(row.created_at), {
            ...{ act: 'given', source: 'form' },
            wording: 'אשמח לקבל עדכונים ומבצעים ב־SMS ובאימייל',
          }),
        ]
      : []),
    ...(stop
      ? [
          act(new Date(began.getTime() + stop.after * MINUTE), {
            ...{ act: 'withdrawn', source: 'reply', wording: STOP },
          }),
        ]
      : []),
  ]
}
