import { Button } from '@mantine/core'
import { IconPlus, IconSearch, IconSpeakerphone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { Campaign, CampaignWithCalls } from '#contract/campaigns.ts'
import { SEARCH_MAX } from '#contract/common.ts'
import { useHotkeys } from '../../lib/hotkeys.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchState } from '../../lib/search.ts'
import { useBusiness, useCan } from '../../lib/session/session.ts'
import { usePageSize } from '../../lib/storage.ts'
import { useNarrow } from '../../lib/use-narrow.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { ListPager } from '../../ui/list/list-pager.tsx'
import cards from './campaign-card.module.css'
import { CampaignCard } from './campaign-card.tsx'
import { CampaignsSearch } from './campaign-search-field.tsx'
import { campaignsQuery, useLiveCounts } from './campaigns.api.ts'
import { CampaignsTable } from './campaigns-table.tsx'
import { DeleteCampaign } from './delete-campaign.tsx'
import { useDeleting } from './use-deleting.ts'

const Search = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  search: z.string().max(SEARCH_MAX).optional(),
})

export function CampaignsPage() {
  const { t } = useTranslation('campaigns')
  const { businessId } = useBusiness()
  const [{ page, search }, set] = useSearchState(Search)
  const [limit] = usePageSize('campaign')
  const { data, error, isPlaceholderData, refetch } = useQuery(campaignsQuery(businessId, { page, limit, search }))
  useLiveCounts(businessId)
  const isNarrow = useNarrow()
  const canCreate = useCan('campaigns.create')
  const deleting = useDeleting()
  const navigate = useNavigate()
  useHotkeys(canCreate ? { KeyN: () => void navigate({ to: paths.createCampaign(businessId) }) } : {})
  const create = canCreate && (
    <Button component={Link} to={paths.createCampaign(businessId)} leftSection={<IconPlus stroke={2} />}>
      {t('create')}
    </Button>
  )
  const isFirst = data?.pagination.total === 0 && !search

  return (
    <Page
      title={t('title')}
      context={!isFirst && <span data-lines="1">{data && t('count', { count: data.pagination.total })}</span>}
      actions={!isFirst && create}
      toolbar={
        !isFirst && (
          <CampaignsSearch search={search} limit={limit} onSearch={(text) => set({ search: text, page: undefined })} />
        )
      }
      footer={
        data && data.pagination.total > 0 && <ListPager table="campaign" paging={data.pagination} onChange={set} />
      }
      flush={!isNarrow}
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <SkeletonRows columns={7} />}
      {data && data.campaigns.length === 0 && (
        <Nothing search={search} create={create} onClear={() => set({ search: undefined, page: undefined })} />
      )}
      {data && data.campaigns.length > 0 && (
        <List campaigns={data.campaigns} isStale={isPlaceholderData} onDelete={deleting.ask} />
      )}
      <DeleteCampaign {...deleting} />
    </Page>
  )
}

type ListProps = {
  campaigns: readonly CampaignWithCalls[]
  isStale: boolean
  onDelete: (campaign: Campaign) => void
}

function List({ campaigns, isStale, onDelete }: ListProps) {
  const isNarrow = useNarrow()
  if (!isNarrow) return <CampaignsTable campaigns={campaigns} isStale={isStale} onDelete={onDelete} />
  return (
    <ul className={cards.cards}>
      {campaigns.map((campaign) => (
        <CampaignCard key={campaign._id} campaign={campaign} onDelete={onDelete} />
      ))}
    </ul>
  )
}

type NothingProps = { search: string | undefined; create: ReactNode; onClear: () => void }

function Nothing({ search, create, onClear }: NothingProps) {
  const { t } = useTranslation('campaigns')
  if (!search)
    return <EmptyState icon={<IconSpeakerphone />} title={t('empty.title')} text={t('empty.text')} action={create} />
  return (
    <EmptyState
      icon={<IconSearch />}
      title={t('noMatch.title')}
      text={t('noMatch.text', { search })}
      action={
        <Button variant="default" onClick={onClear}>
          {t('noMatch.clear')}
        </Button>
      }
    />
  )
}
