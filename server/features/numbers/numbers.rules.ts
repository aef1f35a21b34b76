import { type areas, NUMBERS_FOUND, type NumberKind, type VirtualNumber } from '#contract/calls/numbers.ts'
import { actsEverywhere } from '#contract/roles.ts'
import type { Member } from '../../platform/http/caller.ts'
import type { NumberHooks } from '../../providers/voice/voice.ts'
import { canInCampaign, visibleCampaigns } from '../access/access.rules.ts'
import type { NumberRow } from './numbers.queries.ts'

export type Area = (typeof areas)[number]

/** Number types under which an area may be sold, most likely first. */
export function kindsOf(area: Area): NumberKind[] {
  if (area === '1700') return ['sharedCost']
  if (area === '1800') return ['tollFree']
  return area.startsWith('07') ? ['national', 'voip', 'local'] : ['local']
}

export const searchOf = (area: Area, kind: NumberKind, ending: string | undefined) => ({
  area,
  kind,
  ending,
  limit: NUMBERS_FOUND,
})

/**
 * Reading and changing a number requires the right to change its campaign. For a number without a campaign, the role
 * must be Owner or Admin.
 */
export const canChangeNumber = (caller: Member, { campaignId }: { campaignId: string | null }) =>
  campaignId === null ? actsEverywhere(caller.role) : canInCampaign(caller, 'campaigns.edit', campaignId)

/** The campaigns whose numbers are shown; null means all numbers, including those without a campaign. */
export const campaignsWithNumbers = (caller: Member): readonly string[] | null =>
  visibleCampaigns(caller)?.filter((id) => canInCampaign(caller, 'campaigns.edit', id)) ?? null

export const toNumber = (row: NumberRow): VirtualNumber => ({
  _id: row.id,
  phone: row.phone,
  label: row.label,
  state: row.state,
  campaignId: row.campaignId,
  campaignName: row.campaignName,
  provider: row.provider,
  sms: row.sms,
  routing: row.routing,
  flow: row.flow,
  people: row.people,
  createdAt: row.createdAt,
  releasedAt: row.releasedAt,
  lastCallAt: row.lastCallAt,
  isAdopted: row.adopted !== null,
  givenBack: row.givenBack,
})

/** Webhook addresses of a number. An adopted one (`name` null) keeps its name at the provider. */
export const hooksFor = (publicUrl: string, connectionId: string, name: string | null): NumberHooks => ({
  ...(name !== null && { name: name || 'Leadline' }),
  voice: `${publicUrl}/hooks/voice/${connectionId}/inbound`,
  voiceFallback: `${publicUrl}/hooks/voice/${connectionId}/fallback`,
  status: `${publicUrl}/hooks/voice/${connectionId}/status`,
  sms: `${publicUrl}/hooks/sms/${connectionId}/inbound`,
})
