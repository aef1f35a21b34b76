import type { Db } from '../../../platform/db/db.ts'
import type { Connection } from '../../numbers/voice-connections.cache.ts'
import { insertReport } from './hooks.queries.ts'

/** Stores the beginning of a call that a member makes, from which its times count. */
export const storeDialled = (
  tx: Db,
  { businessId, id: connectionId }: Connection,
  { id, at }: { id: string; at: Date },
) => insertReport(tx, businessId, { connectionId, callId: id, key: `dialled:${id}`, kind: 'dialled', form: {}, at })
