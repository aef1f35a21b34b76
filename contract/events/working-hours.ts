import { Changes, type EventEntries, OfBusiness, OfCampaign } from './events.ts'

const broadcast = { audience: 'broadcast', topic: 'workingHours' } as const

export const workingHoursEvents = {
  'working_hours.changed': { ...broadcast, payload: OfBusiness.extend({ changes: Changes }), kind: 'settings' },
  /** A campaign was given hours of its own, other ones, or those of the business again. */
  'campaign_hours.changed': {
    ...broadcast,
    payload: OfCampaign.extend({ changes: Changes }),
    kind: 'campaigns',
    subject: { kind: 'campaign', id: 'campaignId' },
  },
} as const satisfies EventEntries
