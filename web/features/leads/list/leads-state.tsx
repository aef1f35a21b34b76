import { Button } from '@mantine/core'
import { IconInbox, IconLock, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pagination } from '#contract/common.ts'
import type { Lead } from '#contract/leads/leads.ts'
import type { Changes } from '../../../lib/list-search.ts'
import { paths } from '../../../lib/paths.ts'
import { useAddressCampaign } from '../../../lib/search.ts'
import { useCampaignRole, useCan } from '../../../lib/session/session.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ListState } from '../../../ui/list/list-state.tsx'
import { isFiltered, type LeadsSearch, noFilters } from '../filters/leads-search.ts'

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
  const noMatch = { search: search.search, noFilters, title: t('noMatch'), text: t('noMatchText') }
  return (
    <ListState
      {...state}
      shown={leads?.length}
      columns={7}
      narrowed={!isTrash && isFiltered(search) ? noMatch : undefined}
      none={
        isTrash ? (
          <EmptyState icon={<IconTrash />} title={t('trashEmpty')} text={t('trashEmptyText')} />
        ) : (
          <NoLeadsYet businessId={businessId} onAdd={onAdd} />
        )
      }
    />
  )
}

function NoLeadsYet({ businessId, onAdd }: { businessId: string; onAdd: (() => void) | undefined }) {
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
