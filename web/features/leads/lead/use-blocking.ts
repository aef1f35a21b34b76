import type { Lead } from '#contract/leads.ts'
import { isMasked } from '#contract/masks.ts'
import { useBlockCaller } from '../../../lib/block-caller.ts'
import { useCan } from '../../../lib/session.ts'

/** Puts the lead's phone on the blacklist; undefined: it has none, it is masked, or that is not for this person. */
export function useBlocking({ _id, phone, campaignId }: Pick<Lead, '_id' | 'phone' | 'campaignId'>) {
  const mayBlock = useCan('blacklist.edit', campaignId)
  const { block } = useBlockCaller()
  return phone && mayBlock && !isMasked(phone) ? () => block({ leadId: _id, phone }) : undefined
}
