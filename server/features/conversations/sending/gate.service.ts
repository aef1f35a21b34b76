import type { SendingChannel } from '#contract/leads/conversations/message-shapes.ts'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { consentOf } from '../../consents/consents.rules.ts'
import { findActs } from '../../consents/consents.service.ts'
import { findQuiet } from '../../lead-quiet/lead-quiet.service.ts'
import { findAllHours } from '../../working-hours/working-hours.service.ts'
import { findLastByWhatsApp, type Subject } from './gate.queries.ts'
import type { GateFacts } from './gate.rules.ts'

type GateDeps = Pick<Deps, 'env' | 'now'>
type Asked = {
  leadId: string
  subject: Subject
  channel: SendingChannel
  address: string
  line: { phone: string } | null
  isOptedOut: boolean
}

/** How long WhatsApp takes words of one's own after a person wrote. */
const WINDOW_MS = 24 * 3_600_000

/** What the gate knows at this moment about a message to this address. */
export async function findFacts(
  { env, now }: GateDeps,
  db: Db,
  businessId: string,
  { leadId, subject, channel, address, line, isOptedOut }: Asked,
): Promise<GateFacts> {
  const [hours, quiet, acts] = [
    await findAllHours(db, businessId),
    await findQuiet(db, businessId),
    await findActs({ env }, db, businessId, [address]),
  ]
  const last =
    channel === 'whatsapp' && line
      ? await findLastByWhatsApp(db, businessId, { leadId, address, sender: line.phone })
      : null
  const stateOf = (purpose: 'service' | 'advertising') => consentOf(acts, { channel, purpose }).state
  const { phone, email, furtherContacts, isClosing, isLeadGone, lastInboundAt, automationsToday, isAtProvider } =
    subject
  return {
    now: now(),
    hours: hours.ofBusiness,
    quiet,
    isQuietOff: env.demo && !env.hasTrunk && !isAtProvider,
    consent: { service: stateOf('service'), advertising: stateOf('advertising') },
    isOptedOut,
    windowUntil: last === null ? null : new Date(Date.parse(last) + WINDOW_MS),
    lastInboundAt: lastInboundAt === null ? null : new Date(lastInboundAt),
    automationsToday,
    isClosing,
    isLeadGone,
    isAddressKept: [phone, email, ...furtherContacts].includes(address),
  }
}
