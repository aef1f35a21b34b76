import type { Insertable } from 'kysely'
import type { EventName, EventPayload } from '../../contract/events/catalogue.ts'
import { ALL_CAMPAIGNS } from '../../contract/events/events.ts'
import type { DB } from '../../server/platform/db/schema.ts'
import { idAt } from '../../server/testing/factories.ts'
import type { PersonKey } from './people.ts'

const HOUR = 3_600_000

/** Documentation addresses (RFC 5737). */
export const office = {
  ip: '198.51.100.24',
  agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142.0.0.0 Safari/537.36',
}
const mobile = { ip: '203.0.113.61', agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5) Version/18.5 Safari/604.1' }
const laptop = { ip: '192.0.2.140', agent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 15_5) Firefox/140.0' }

type World = {
  userId: (key: PersonKey) => string
  /** In the order of the campaigns. */
  campaignIds: string[]
  key: { id: string; name: string }
  ofFeatures: (tell: Tell) => void
  now: Date
}
type EventInput<N extends EventName> = Omit<EventPayload<N>, 'campaignId'> & {
  campaignId?: string
  personal?: Record<string, unknown>
}

type Act = { who: PersonKey; from: object; hours: number }
export const by = (who: PersonKey, from: object, hours: number): Act => ({ who, from, hours })

export type Tell = <N extends EventName>(act: Act, name: N, event: EventInput<N>) => void

/** Recent acts of members other than work on leads, to fill the audit log. */
export function makeAudit(
  businessId: string,
  { userId, campaignIds, key, ofFeatures, now }: World,
): Insertable<DB['events']>[] {
  const rows: Insertable<DB['events']>[] = []
  const tell: Tell = ({ who, from, hours }, name, event) => {
    const at = new Date(now.getTime() - hours * HOUR)
    const { personal, campaignId = ALL_CAMPAIGNS, ...payload } = event
    rows.push({
      business_id: businessId,
      id: idAt(at),
      campaign_id: campaignId,
      name,
      actor: JSON.stringify({ userId: userId(who) }),
      payload: JSON.stringify({ campaignId, ...payload }),
      personal: JSON.stringify({ ...personal, from }),
      at: at.toISOString(),
    })
  }
  const signedIn = (who: PersonKey, from: object, hours: number, way: 'password' | 'passkey' | 'google') =>
    tell(by(who, from, hours), 'session.started', {
      userId: userId(who),
      sessionId: userId(who),
      way,
      secondFactor: way === 'passkey' ? 'passkey' : null,
    })
  const [kitchens = '', baths = ''] = campaignIds
  const omar = { userId: userId('lead') }
  const changed = (field: string, before: unknown, after: unknown) => ({
    changes: { [field]: [before, after] as [unknown, unknown] },
  })
  signedIn('owner', office, 1.2, 'passkey')
  tell(by('owner', office, 1.1), 'calls.exported', {
    personal: { asked: { filters: { from: '2026-01-01', missed: true } } },
  })
  signedIn('lead', mobile, 3.4, 'password')
  tell(by('owner', office, 5), 'business.changed', changed('requiresTwoFactor', true, false))
  tell(by('owner', laptop, 26), 'member.changed', { ...omar, ...changed('role', 'Writer', 'Lead') })
  tell(by('owner', laptop, 26.2), 'member.changed', {
    ...omar,
    ...changed('campaigns', { [kitchens]: 'Writer' }, { [kitchens]: 'Lead', [baths]: 'Lead' }),
  })
  ofFeatures(tell)
  signedIn('writer', mobile, 31, 'google')
  tell(by('owner', laptop, 52), 'key.changed', { keyId: key.id, name: key.name, ...changed('isActive', false, true) })
  tell(by('writer', mobile, 55), 'account.password_changed', { userId: userId('writer'), way: 'recovery' })
  tell(by('owner', laptop, 76), 'member.suspended', { userId: userId('reader') })
  tell(by('owner', laptop, 77), 'member.resumed', { userId: userId('reader') })
  tell(by('lead', office, 99), 'campaign.changed', { campaignId: kitchens, ...changed('endDate', null, '2027-12-31') })
  return rows
}
