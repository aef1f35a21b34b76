import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SEARCH_MAX } from '#contract/common.ts'
import { type Lead, leadRoutes } from '#contract/leads/leads.ts'
import { call } from '../../../lib/http/call.ts'
import { useBusiness } from '../../../lib/session/session.ts'

const DEBOUNCE_MS = 300
const LEADS_SHOWN = 10

type Props = { onChoose: (lead: Lead) => void }

/** Finds the lead of a meeting by name, phone or e-mail; without words, the newest ones. */
export function LeadChoice({ onChoose }: Props) {
  const { t } = useTranslation('meetings')
  const { businessId } = useBusiness()
  const [typed, type] = useState('')
  const [search] = useDebouncedValue(typed.trim().slice(0, SEARCH_MAX), DEBOUNCE_MS)
  const { data, isFetching } = useQuery({
    queryKey: ['meetings', businessId, 'leads', search],
    queryFn: ({ signal }) =>
      call(leadRoutes.list, { query: { ...(search && { search }), limit: LEADS_SHOWN, all: 'true' } }, { signal }),
    placeholderData: keepPreviousData,
  })
  const leads = data?.leads ?? []
  const labelOf = ({ name, phone, email }: Lead) => name || phone || email || t('nameless')
  return (
    <Select
      data-autofocus
      label={t('form.lead')}
      placeholder={t('form.leadHint')}
      searchable
      openOnFocus={false}
      searchValue={typed}
      onSearchChange={type}
      // The server has searched already.
      filter={({ options }) => options}
      data={leads.map((lead) => ({ value: lead._id, label: labelOf(lead) }))}
      renderOption={({ option }) => {
        const lead = leads.find(({ _id }) => _id === option.value)
        return (
          <span>
            <bdi>{option.label}</bdi> {lead?.name && lead.phone && <bdi dir="ltr">{lead.phone}</bdi>}
          </span>
        )
      }}
      nothingFoundMessage={isFetching ? t('searching') : t('noLeads')}
      value={null}
      onChange={(id) => {
        const lead = leads.find(({ _id }) => _id === id)
        if (lead) onChoose(lead)
      }}
    />
  )
}
