import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { SEARCH_MAX, SEARCH_MIN } from '#contract/common.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { call } from '../../lib/http/call.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { PersonAvatar } from '../../ui/display/person-avatar.tsx'
import { Phone } from '../../ui/display/phone.tsx'
import type { PaletteItem } from './palette-item.ts'

/** Debounce of the lead search, in milliseconds. */
const DEBOUNCE_MS = 300
const LEADS_SHOWN = 6

/** Leads by name, phone or e-mail, newest first; `isSearching` until the reply to the typed text arrives. */
export function useFoundLeads(typed: string): { leads: PaletteItem[]; isSearching: boolean } {
  const { t } = useTranslation('palette')
  const { businessId = '' } = useSession()
  const words = typed.trim().slice(0, SEARCH_MAX)
  const [search] = useDebouncedValue(words, DEBOUNCE_MS)
  const isAsked = businessId !== '' && words.length >= SEARCH_MIN
  const { data, isFetching } = useQuery({
    queryKey: ['palette', businessId, search],
    enabled: isAsked && search.length >= SEARCH_MIN,
    queryFn: ({ signal }) => call(leadRoutes.list, { query: { search, limit: LEADS_SHOWN, all: 'true' } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })
  if (!isAsked) return { leads: [], isSearching: false }
  const leads = (data?.leads ?? []).map((lead): PaletteItem => {
    const name = lead.name || t('noName')
    return {
      id: `lead-${lead._id}`,
      label: name,
      second: lead.phone ? <Phone number={lead.phone} /> : <bdi dir="ltr">{lead.email}</bdi>,
      picture: <PersonAvatar id={lead._id} name={lead.name} />,
      to: paths.lead(businessId, lead.campaignId, lead._id),
    }
  })
  return { leads, isSearching: isFetching || search !== words }
}
