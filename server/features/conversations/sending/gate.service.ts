import type { SendingChannel } from '#contract/leads/conversations/message-shapes.ts'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { consentOf } from '../../consents/consents.rules.ts'
import { findActs } from '../../consents/consents.service.ts'
import { findQuiet } from '../../lead-quiet/lead-quiet.service.ts'
import { findAllHours } from '../../working-hours/working-hours.service.ts'
import type { Subject } from './gate.queries.ts'
import type { GateFacts } from './gate.rules.ts'

type GateDeps = Pick<Deps, 'env' | 'now'>
type Asked = { subject: Subject; channel: SendingChannel; address: string; isOptedOut: boolean }

/** What the gate knows at this moment about a message to this address. */
export async function findFacts(
  { env, now }: GateDeps,
  db: Db,
  businessId: string,
  { subject, channel, address, isOptedOut }: Asked,
): Promise<GateFacts> {
  const [hours, quiet, acts] = [
    await findAllHours(db, businessId),
    await findQuiet(db, businessId),
    await findActs({ env }, db, businessId, [address]),
  ]
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
    lastInboundAt: lastInboundAt === null ? null : new Date(lastInboundAt),
    automationsToday,
    isClosing,
    isLeadGone,
    isAddressKept: [phone, email, ...furtherContacts].includes(address),
  }
}
