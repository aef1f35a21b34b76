import { z } from 'zod'
import { id } from '../../common.ts'
import { Changes, type EventEntries, OfBusiness } from '../events.ts'

const ofFlow = {
  /** `name`: after the change; in a deletion, the last one. */
  payload: OfBusiness.extend({ flowId: id, name: z.string() }),
  audience: 'audit',
  kind: 'settings',
  subject: { kind: 'callFlow', id: 'flowId', names: ['name'] },
} as const
const ofSound = {
  payload: OfBusiness.extend({ soundId: id, name: z.string() }),
  audience: 'audit',
  kind: 'settings',
  subject: { kind: 'callSound', id: 'soundId', names: ['name'] },
} as const

export const callFlowEvents = {
  'call_flow.created': { ...ofFlow, isCreation: true },
  'call_flow.renamed': { ...ofFlow, payload: ofFlow.payload.extend({ changes: Changes }) },
  /** From then on calls follow this version. Its content is kept with the flow. */
  'call_flow.published': {
    ...ofFlow,
    payload: ofFlow.payload.extend({ version: z.number().int() }),
    facts: ['version'],
  },
  'call_flow.deleted': ofFlow,
  'call_sound.added': { ...ofSound, isCreation: true },
  'call_sound.renamed': { ...ofSound, payload: ofSound.payload.extend({ changes: Changes }) },
  'call_sound.deleted': ofSound,
} as const satisfies EventEntries
