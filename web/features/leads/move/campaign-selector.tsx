import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Lead } from '#contract/leads/leads.ts'
import { paths } from '../../../lib/paths.ts'
import { Selector } from '../../../ui/selector/selector.tsx'
import { useMoveLead } from './use-move-lead.ts'
import { useTargets } from './use-targets.ts'

/** The lead's campaign; choosing another one moves the lead. */
export function CampaignSelector({ businessId, lead }: { businessId: string; lead: Lead }) {
  const { t } = useTranslation('leads')
  const navigate = useNavigate()
  const [search, setSearch] = useState('')
  const targets = useTargets(businessId)
  const move = useMoveLead(businessId)
  const { _id, campaignId, campaignName } = lead
  const others = targets.filter((target) => target._id !== campaignId)
  const wanted = search.trim().toLocaleLowerCase()
  const shown = [{ _id: campaignId, name: campaignName }, ...others].filter(({ name }) =>
    name.toLocaleLowerCase().includes(wanted),
  )
  const pick = async (id: string) => {
    const target = others.find((one) => one._id === id)
    // The address of a lead has its campaign.
    if (target && (await move(lead, target)))
      void navigate({ to: paths.lead(businessId, target._id, _id), search: true, state: true, replace: true })
  }
  return (
    <Selector
      label={t('changeCampaign', { name: campaignName })}
      current={<bdi>{campaignName}</bdi>}
      search={search}
      searchLabel={t('searchCampaigns')}
      onSearch={setSearch}
      options={shown.map(({ _id: id, name }) => ({ id, content: <bdi>{name}</bdi>, isChosen: id === campaignId }))}
      onPick={(id) => void pick(id)}
    />
  )
}
