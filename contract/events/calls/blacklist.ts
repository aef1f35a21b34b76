import { z } from 'zod'
import { id } from '../../common.ts'
import { type EventEntries, OfCampaign } from '../events.ts'

const ofEntry = {
  /** Phone and reason are in `personal`. */
  payload: OfCampaign.extend({ entryId: id, kind: z.string() }),
  audience: 'audit',
  kind: 'settings',
  subject: { kind: 'blacklist', id: 'entryId', names: ['phone'], isPagePermanent: true },
  facts: ['kind', 'reason'],
} as const

export const blacklistEvents = {
  'blacklist.added': ofEntry,
  'blacklist.removed': ofEntry,
} as const satisfies EventEntries
