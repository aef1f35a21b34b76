import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CAMPAIGN_SEARCH_DEBOUNCE_MS } from '#contract/campaigns.ts'
import { SEARCH_MAX } from '#contract/common.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { campaignsQuery } from './campaigns.api.ts'

type Props = { search: string | undefined; limit: number; onSearch: (search: string | undefined) => void }

/** Searches after a pause in typing; an empty result shows a message (specification, section 8). */
export function CampaignsSearch({ search, limit, onSearch }: Props) {
  const { t } = useTranslation('campaigns')
  const { businessId } = useBusiness()
  const client = useQueryClient()
  const [typed, setTyped] = useState(search ?? '')
  // The URL may also change by other means (Back, Clear). The field then takes the new text, but not after its own
  // change.
  const [asked, setAsked] = useState(search)
  const [seen, setSeen] = useState(search)
  if (search !== seen) {
    setSeen(search)
    if (search !== asked) setTyped(search ?? '')
  }
  const run = useDebouncedCallback(async (text: string) => {
    const wanted = text.trim() || undefined
    setAsked(wanted)
    onSearch(wanted)
    if (!wanted) return
    const found = await client
      .fetchQuery(campaignsQuery(businessId, { page: 1, limit, search: wanted }))
      .catch(() => undefined)
    if (found?.campaigns.length === 0) toast.info(t('noData'))
  }, CAMPAIGN_SEARCH_DEBOUNCE_MS)
  const type = (text: string) => {
    setTyped(text)
    void run(text)
  }
  return (
    <TextInput
      type="search"
      dir="auto"
      value={typed}
      maxLength={SEARCH_MAX}
      aria-label={t('search')}
      placeholder={t('search')}
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
      rightSection={typed !== '' && <CloseButton size="sm" aria-label={t('noMatch.clear')} onClick={() => type('')} />}
      onChange={({ currentTarget }) => type(currentTarget.value)}
    />
  )
}
