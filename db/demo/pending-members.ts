import { randomBytes } from 'node:crypto'
import { newId } from '../../server/platform/ids.ts'
import { idAt, makeUser } from '../../server/testing/factories.ts'
import type { PersonKey } from './people.ts'
import { demoPhone } from './visitors.ts'

const DAY = 86_400_000
const INVITED_DAYS = 7

type Invited = {
  email?: string
  phone?: string
  role: 'Affiliate' | 'Lead' | 'Writer' | 'Reader'
  /** Age in days, and the outcome. */
  days: number
  isAccepted?: true
  isRevoked?: true
  isAsked?: true
  message?: string
  /** Index in the list of campaigns. */
  campaign: number
}

const invited: Invited[] = [
  {
    email: 'noga.shalev@alon-reno.example',
    role: 'Writer',
    days: 1,
    campaign: 0,
    message: 'נוגה, כאן נמצאים כל הלידים של המטבחים. נתראה ביום ראשון!',
  },
  { phone: demoPhone(61), role: 'Reader', days: 2, campaign: 1 },
  { email: 'tom@clickwise.example', role: 'Affiliate', days: 12, campaign: 3, isAsked: true },
  { email: 'writer@demo.test', role: 'Writer', days: 380, campaign: 1, isAccepted: true },
  { email: 'old.office@alon-reno.example', role: 'Lead', days: 40, campaign: 0, isRevoked: true },
]

const waiting = [
  {
    name: 'רותם אשכנזי',
    phone: 62,
    hours: 3,
    state: 'New',
    source: 'website',
    note: 'דיברתי עם שירה. מתחילה ביום ראשון בצוות המכירות',
  },
  { name: 'Karim Nasser', phone: 63, hours: 29, state: 'New', source: '', note: 'Sent by Omar, for the evening shift' },
  { name: 'אביב שגיא', phone: 64, hours: 24 * 6, state: 'Paused', source: 'linkedin', note: '' },
] as const

type PendingMembersInput = { places: readonly { id: string }[]; userId: (key: PersonKey) => string; now: Date }
/** Invitations and join requests of the demo's business. */
export function makePendingMembers(businessId: string, { places, userId, now }: PendingMembersInput) {
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const made = invited.map((one) => ({ one, at: ago(one.days * DAY), id: idAt(ago(one.days * DAY)) }))
  const people = waiting.map(({ name, phone }, i) =>
    makeUser({
      name,
      email: `waits${i + 1}@demo.test`,
      phone: demoPhone(phone),
      phone_verified_at: ago(30 * DAY).toISOString(),
      status: 'Verified',
      is_demo: true,
      created_at: ago(30 * DAY).toISOString(),
    }),
  )
  return {
    people,
    invitations: made.map(({ one: { email, phone, role, message = '', ...one }, at, id }) => ({
      business_id: businessId,
      id,
      email: email ?? null,
      phone: phone ?? null,
      role,
      message,
      language: 'he',
      invited_by: userId('owner'),
      created_at: at.toISOString(),
      sent_at: at.toISOString(),
      expires_at: new Date(at.getTime() + INVITED_DAYS * DAY).toISOString(),
      accepted_at: one.isAccepted ? new Date(at.getTime() + DAY).toISOString() : null,
      accepted_by: one.isAccepted ? userId('writer') : null,
      revoked_at: one.isRevoked ? new Date(at.getTime() + 2 * DAY).toISOString() : null,
      asked_at: one.isAsked ? ago(DAY / 2).toISOString() : null,
    })),
    invitationCampaigns: made.map(({ one: { campaign, role }, id }) => ({
      business_id: businessId,
      invitation_id: id,
      campaign_id: places[campaign]?.id as string,
      role,
    })),
    joinLinks: [
      {
        business_id: businessId,
        key: randomBytes(16).toString('base64url'),
        is_enabled: true,
        renewed_at: ago(60 * DAY).toISOString(),
      },
    ],
    joinRequests: waiting.map(({ hours, state, source, note }, i) => ({
      business_id: businessId,
      id: newId(),
      user_id: people[i]?.id as string,
      state,
      source,
      note,
      asked_at: ago((hours * DAY) / 24).toISOString(),
    })),
  }
}
