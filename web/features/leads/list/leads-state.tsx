import { Button } from '@mantine/core'
import { IconArrowsSort, IconInbox, IconLock, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pagination } from '#contract/common.ts'
import { ownPartsOfSort } from '#contract/leads/lead-sorts.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { ApiError } from '../../../lib/http/call.ts'
import { lazily } from '../../../lib/lazy.ts'
import type { Changes } from '../../../lib/list-search.ts'
import { paths } from '../../../lib/paths.ts'
import { useAddressCampaign } from '../../../lib/search.ts'
import { useCampaignRole, useCan } from '../../../lib/session/session.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ListState } from '../../../ui/list/list-state.tsx'
import { countFilters, isFiltered, type LeadsSearch, noFilters } from '../filters/leads-search.ts'
import { leadListQuery } from '../leads.api.ts'

const OtherLayout = lazily(() => import('./other-layout.tsx'), 'OtherLayout')
const OtherSpellings = lazily(() => import('./other-spellings.tsx'), 'OtherSpellings')
const AllInTrash = lazily(() => import('../bulk/all-in-trash.tsx'), 'AllInTrash')

/** A search that finds no more leads offers other spellings. */
const FEW = 10

type Props = {
  businessId: string
  search: LeadsSearch
  onChange: (changes: Changes) => void
  onAdd: (() => void) | undefined
  leads: readonly Lead[] | undefined
  pagination: Pagination | undefined
  error: Error | null
  refetch: () => void
  children: ReactNode
}

/** The list, or the loading, error or empty state. */
export function LeadsState({ businessId, search, onAdd, leads, ...state }: Props) {
  const { t } = useTranslation('leads')
  const isTrash = search.trash && !isFiltered({ ...search, trash: undefined })
  if (state.error instanceof ApiError && state.error.code === 'too_many_to_sort')
    return <NotSorted title={t('sort.tooMany')} text={state.error.message} onChange={state.onChange} />
  if (isOwnSortRefused(state.error, search))
    return <NotSorted title={t('sort.fieldGone')} text={t('sort.fieldGoneText')} onChange={state.onChange} />
  const advice = countFilters(search) > 0 ? t('noMatchText') : t('noMatchSearch')
  const meant = search.search && (
    <Suspense>
      <OtherSpellings {...{ businessId, search }} onChange={state.onChange} isAlone />
      <OtherLayout text={search.search} onChange={state.onChange} />
    </Suspense>
  )
  const noMatch = { search: search.search, noFilters, title: t('noMatch'), text: advice, action: meant }
  const { total = 0 } = state.pagination ?? {}
  return (
    <>
      {search.search && leads?.length && total <= FEW ? (
        <Suspense>
          <OtherSpellings {...{ businessId, search }} onChange={state.onChange} />
        </Suspense>
      ) : null}
      <ListState
        {...state}
        shown={leads?.length}
        columns={7}
        narrowed={!isTrash && isFiltered(search) ? noMatch : undefined}
        none={
          isTrash ? (
            <EmptyState
              icon={<IconTrash />}
              title={t('trashEmpty')}
              text={t('trashEmptyText')}
              action={
                <Button variant="default" onClick={() => state.onChange({ trash: undefined })}>
                  {t('backToLeads')}
                </Button>
              }
            />
          ) : (
            <NoLeads businessId={businessId} onAdd={onAdd} />
          )
        }
      />
    </>
  )
}

/** The own field of the address's order was deleted, or its values are hidden from the reader. */
const isOwnSortRefused = (error: Error | null, { sort }: LeadsSearch) =>
  error instanceof ApiError && ownPartsOfSort(sort) !== undefined && error.issues.some(({ path }) => path === 'sort')

/** Offers to show the list by date, which works for a list of any length. */
function NotSorted({ title, text, onChange }: Pick<Props, 'onChange'> & { title: string; text: string }) {
  const { t } = useTranslation('leads')
  return (
    <EmptyState
      icon={<IconArrowsSort />}
      title={title}
      text={text}
      action={
        <Button variant="default" onClick={() => onChange({ sort: undefined, page: undefined })}>
          {t('sort.byDate')}
        </Button>
      }
    />
  )
}

type NoneProps = Pick<Props, 'businessId' | 'onAdd'>

/** Leads may be in the trash where the list is empty. */
function NoLeads(props: NoneProps) {
  const { businessId } = props
  const campaignId = useAddressCampaign()
  const trash = useQuery(leadListQuery(businessId, { ...inTrash(campaignId), page: 1, limit: 1, sort: '-date' }))
  if (trash.isPending) return null
  const { pagination } = trash.data ?? {}
  if (!pagination?.total) return <NoLeadsYet {...props} />
  return (
    <Suspense>
      <AllInTrash businessId={businessId} campaignId={campaignId} pagination={pagination} />
    </Suspense>
  )
}
const inTrash = (campaignId: string | null) => ({
  ...(campaignId ? { campaignId } : { all: 'true' as const }),
  filters: JSON.stringify({ trash: true }),
})

function NoLeadsYet({ businessId, onAdd }: NoneProps) {
  const { t } = useTranslation('leads')
  const canConnect = useCan('business.settings')
  const campaignId = useAddressCampaign()
  const canMakeForm = useCan('campaigns.edit', campaignId)
  const isOutside = useCampaignRole() === 'None'
  if (isOutside) return <EmptyState icon={<IconLock />} title={t('noCampaigns')} text={t('noCampaignsText')} />
  return (
    <EmptyState
      icon={<IconInbox />}
      title={t('noneYet')}
      text={canConnect ? t('noneYetOwner') : t('noneYetText')}
      action={
        <>
          {campaignId && canMakeForm && (
            <Button variant="default" component={Link} to={paths.forms(businessId, campaignId)}>
              {t('makeForm')}
            </Button>
          )}
          {canConnect && (
            <Button variant="default" component={Link} to={paths.apiKeys(businessId)}>
              {t('connect')}
            </Button>
          )}
          {onAdd && (
            <Button variant="default" onClick={onAdd}>
              {t('addByHand')}
            </Button>
          )}
        </>
      }
    />
  )
}
