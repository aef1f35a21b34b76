import { type CallRow, ENDED } from '../store/records.ts'
import { callParams, endParams, progressParams } from './call-params.ts'
import type { Core } from './core.ts'

/**
 * Ends the calls of a killed process as of its last heartbeat, and queues their end reports. Child calls end before
 * their parents.
 */
export function endLostCalls({ store, hooks, log }: Pick<Core, 'store' | 'hooks' | 'log'>, aliveUntil: number): void {
  const lost = store.list('calls').filter(({ status }) => !ENDED.has(status))
  const children = lost.filter(({ parentCallSid }) => parentCallSid)
  for (const call of [...children, ...lost.filter(({ parentCallSid }) => !parentCallSid)]) {
    const endedAt = Math.round(Math.max(call.updatedAt, Math.min(aliveUntil, Date.now())))
    const ended: CallRow = { ...call, status: call.answeredAt ? 'completed' : 'failed', endedAt, updatedAt: endedAt }
    store.put('calls', ended)
    log('call', { sid: call.sid, status: ended.status, why: 'the exchange was interrupted' })
    const { callback } = ended
    if (!callback?.events.includes('completed')) continue
    hooks.keepUnsent({
      kind: 'status',
      sid: call.sid,
      address: callback.address,
      method: callback.method,
      // The end is the last event in the callback's sequence.
      params: { ...callParams(ended), ...endParams(ended), ...progressParams(endedAt, callback.events.length - 1) },
    })
  }
}
