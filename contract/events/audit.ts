import { type EventEntries, OfBusiness } from './events.ts'

export const auditEvents = {
  'audit.exported': { payload: OfBusiness, audience: 'audit', kind: 'takings' },
} as const satisfies EventEntries
