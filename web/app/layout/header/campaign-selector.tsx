import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CAMPAIGN_SEARCH_DEBOUNCE_MS, campaignRoutes } from '#contract/campaigns.ts'
import { call } from '../../../lib/http/call.ts'
import { pathInCampaign } from '../../../lib/paths.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { setCurrentCampaignId, useCurrentCampaignId } from '../../../lib/session/current-business.ts'
import { campaignNamesQuery, useBusiness } from '../../../lib/session/session.ts'
import { Picture } from '../../../ui/display/picture.tsx'
import { UserText } from '../../../ui/display/user-text.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Selector } from '../../../ui/selector/selector.tsx'
import classes from './selector.module.css'

/** Option for all campaigns. */
const EVERY = 'all'

type Named = { _id: string; name: string; image: string | null }

/** Campaigns by part of their name. No match shows a message; failures are only logged (spec, section 8). */
function useSearch(businessId: string, text: string, nothingFound: string) {
  const [wanted] = useDebouncedValue(text.trim(), CAMPAIGN_SEARCH_DEBOUNCE_MS)
  const { data } = useQuery({
    queryKey: [...queryKeys.campaignSearch(businessId), wanted],
    enabled: wanted !== '' && text.trim() !== '',
    queryFn: async ({ signal }) => {
      const { campaigns } = await call(campaignRoutes.search, { query: { search: wanted } }, { signal })
      if (campaigns.length === 0) toast.info(nothingFound)
      return campaigns
    },
    retry: false,
    // Not cached, so that "nothing found" is announced each time.
    gcTime: 0,
    staleTime: 0,
  })
  return text.trim() === '' ? undefined : data
}

/** Selects the current campaign or all; the effect depends on the screen (specification, section 4). */
export function CampaignSelector({ framed }: { framed?: boolean }) {
  const { t } = useTranslation('shell')
  const { t: common } = useTranslation()
  const router = useRouter()
  const pathname = useLocation({ select: (location) => location.pathname })
  const { businessId } = useBusiness()
  const campaignId = useCurrentCampaignId()
  const [search, setSearch] = useState('')
  const { data } = useQuery(campaignNamesQuery(businessId))
  const found = useSearch(businessId, search, common('noDataFound'))
  const chosen = data?.campaigns.find(({ _id }) => _id === campaignId)
  const shown: Named[] = found ?? data?.campaigns ?? []
  // While the name of the selected campaign is loading, "all campaigns" must not be shown.
  const isLoading = campaignId !== null && !data
  const name = chosen?.name ?? (isLoading ? '…' : t('allCampaigns'))

  const pick = (id: string) => {
    const picked = id === EVERY ? null : id
    setCurrentCampaignId(picked)
    const path = pathInCampaign(pathname, businessId, picked)
    if (path) void router.navigate({ href: path })
  }
  const option = (id: string, label: string, picture?: Named) => ({
    id,
    isChosen: id === (campaignId ?? EVERY),
    content: (
      <>
        {picture && <Picture id={id} name={label} image={picture.image} />}
        <span className={classes.words}>
          <UserText cut>{label}</UserText>
        </span>
      </>
    ),
  })
  const options = shown.map((one) => option(one._id, one.name, one))
  return (
    <div data-framed={framed || undefined} className={classes.campaign}>
      <Selector
        {...(framed && { framed })}
        label={t('campaignNamed', { name })}
        current={
          <>
            {chosen && <Picture id={chosen._id} name={chosen.name} image={chosen.image} />}
            <bdi>{name}</bdi>
          </>
        }
        search={search}
        searchLabel={t('searchCampaign')}
        onSearch={setSearch}
        onPick={pick}
        options={found ? options : [option(EVERY, t('allCampaigns')), ...options]}
      />
    </div>
  )
}
