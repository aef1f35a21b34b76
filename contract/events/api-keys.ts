import { z } from 'zod'
import { id } from '../common.ts'
import { Changes, type EventEntries, OfBusiness } from './events.ts'

const ofKey = {
  payload: OfBusiness.extend({ keyId: id, name: z.string() }),
  audience: 'audit',
  kind: 'keys',
  subject: { kind: 'key', id: 'keyId', names: ['name'] },
} as const
const payload = ofKey.payload.extend({ changes: Changes })

export const apiKeyEvents = {
  'key.created': { ...ofKey, payload, isCreation: true },
  'key.changed': { ...ofKey, payload },
  'key.rotated': ofKey,
  'key.deleted': ofKey,
} as const satisfies EventEntries
