import { useTranslation } from 'react-i18next'
import type { Campaign } from '#contract/campaigns.ts'
import type { StatusType } from '#contract/leads/lead-status.ts'
import { type StatusHue, StatusPill } from '../../shared/status-pill.tsx'

const looks: Record<string, { key: string; hue: StatusHue; type: StatusType }> = {
  New: { key: 'state.new', hue: 'sky', type: 'Open' },
  Waiting: { key: 'state.waiting', hue: 'amber', type: 'Ongoing' },
  Paused: { key: 'state.paused', hue: 'slate', type: 'On hold' },
  Active: { key: 'state.active', hue: 'green', type: 'Won' },
}

/** New: no leads yet. Waiting: starts later. Paused: switched off. Otherwise active. */
export function CampaignState({ state }: Pick<Campaign, 'state'>) {
  const { t } = useTranslation('campaigns')
  const look = looks[state ?? 'Active']
  return look && <StatusPill name={t(look.key)} hue={look.hue} type={look.type} />
}
