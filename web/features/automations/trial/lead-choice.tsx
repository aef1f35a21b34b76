import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatPhone } from '#contract/values/phones.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { SEARCH_DEBOUNCE_MS } from '../../../ui/list/search-field.tsx'
import { Selector } from '../../../ui/selector/selector.tsx'
import { trialLeadsQuery } from '../automations.api.ts'

export type ChosenLead = { _id: string; name: string; phone: string | null }
type Props = { lead: ChosenLead | null; onChoose: (lead: ChosenLead) => void }

/** A lead on which the rule is tried: one of the newest, or found by name or phone. */
export function LeadChoice({ lead, onChoose }: Props) {
  const { t } = useTranslation('automations')
  const { businessId } = useBusiness()
  const [search, setSearch] = useState('')
  const [asked] = useDebouncedValue(search, SEARCH_DEBOUNCE_MS)
  const { data = [] } = useQuery({ ...trialLeadsQuery(businessId, asked), placeholderData: keepPreviousData })
  const textOf = ({ name, phone }: ChosenLead) => (
    <>
      <bdi>{name || t('noName')}</bdi>
      {phone && (
        <>
          {' · '}
          <bdi dir="ltr">{formatPhone(phone)}</bdi>
        </>
      )}
    </>
  )
  return (
    <Selector
      framed
      label={t('trial.lead')}
      current={lead ? textOf(lead) : t('trial.choose')}
      search={search}
      searchLabel={t('trial.search')}
      onSearch={setSearch}
      options={data.map((one) => ({
        id: one._id,
        content: <span>{textOf(one)}</span>,
        isChosen: one._id === lead?._id,
      }))}
      onPick={(id) => {
        const found = data.find(({ _id }) => _id === id)
        if (found) onChoose({ _id: found._id, name: found.name, phone: found.phone })
      }}
    />
  )
}
