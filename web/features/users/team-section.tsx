import { Select } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { SEARCH_MAX } from '#contract/common.ts'
import { roles } from '#contract/roles.ts'
import type { ListedUser } from '#contract/team/team.ts'
import { userStatuses } from '#contract/team/users.ts'
import { lazily } from '../../lib/lazy.ts'
import { useModal } from '../../lib/modal-stack.ts'
import { useSearchState } from '../../lib/search.ts'
import { campaignNamesQuery, useBusiness } from '../../lib/session/session.ts'
import { usePageSize } from '../../lib/storage.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ListPager } from '../../ui/list/list-pager.tsx'
import { ListSection } from '../../ui/list/list-section.tsx'
import { ListState } from '../../ui/list/list-state.tsx'
import { SearchField } from '../../ui/list/search-field.tsx'
import type { MemberAct } from './member-menu.tsx'
import { teamQuery, useLiveTeam } from './team.api.ts'
import classes from './team-section.module.css'
import { TeamTable } from './team-table.tsx'

const MemberDialog = lazily(() => import('./member-dialog.tsx'), 'MemberDialog')

/** Suspended is a state of the membership; the others are states of the account. */
const statuses = [...userStatuses, 'Suspended'] as const
const Search = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  search: z.string().max(SEARCH_MAX).optional(),
  role: z.enum(roles).optional(),
  status: z.enum(statuses).optional(),
  campaign: z.uuid().optional(),
})
type Filters = Pick<z.output<typeof Search>, 'role' | 'status' | 'campaign'>

const filtersOf = ({ role, status, campaign }: Filters) =>
  JSON.stringify({
    ...(role && { role: [role] }),
    ...(campaign && { campaign: [campaign] }),
    ...(status === 'Suspended' ? { suspended: true } : status && { status: [status], suspended: false }),
  })

const noFilters = { search: undefined, role: undefined, status: undefined, campaign: undefined, page: undefined }

/** The members of the business, with the actions on them. */
export function TeamSection() {
  const { t } = useTranslation('users')
  const { businessId } = useBusiness()
  const [{ page, search, ...filters }, set] = useSearchState(Search)
  const [limit] = usePageSize('user')
  const words = search?.trim()
  const isNarrowed = Boolean(words || filters.role || filters.status || filters.campaign)
  const query = { page, limit, ...(words && { search: words }), filters: filtersOf(filters) }
  const { data, error, isPlaceholderData, refetch } = useQuery(teamQuery(businessId, query))
  useLiveTeam(businessId)
  const acting = useActing()
  const isEmpty = data?.users.length === 0
  return (
    <ListSection
      label={t('title')}
      title={data && !isNarrowed ? t('count', { count: data.pagination.total }) : t('title')}
      tools={
        <>
          <SearchField
            value={search}
            label={t('search')}
            onSearch={(text) => void set({ search: text, page: undefined })}
            className={classes.search}
          />
          <FilterFields {...filters} onChange={(changes) => void set({ ...changes, page: undefined })} />
        </>
      }
      pager={data && !isEmpty && <ListPager table="user" paging={data.pagination} onChange={set} />}
    >
      <ListState
        shown={data?.users.length}
        pagination={data?.pagination}
        error={data ? null : error}
        failed={t('loadFailed')}
        refetch={() => void refetch()}
        columns={6}
        rows={6}
        onChange={set}
        narrowed={isNarrowed ? { title: t('noMatch'), noFilters } : undefined}
        none={<EmptyState icon={<IconUsersGroup />} title={t('empty')} />}
      >
        <TeamTable users={data?.users ?? []} isStale={isPlaceholderData} onAct={acting.ask} />
      </ListState>
      <Suspense>
        {acting.asked && <MemberDialog {...acting.asked} opened={acting.opened} onClose={acting.close} />}
      </Suspense>
    </ListSection>
  )
}

/** The member and action of the open dialog. */
function useActing() {
  const { opened, open, close } = useModal('member')
  const [asked, setAsked] = useState<{ act: MemberAct; user: ListedUser }>()
  const ask = (act: MemberAct, user: ListedUser) => {
    setAsked({ act, user })
    open()
  }
  return { asked, opened, close, ask }
}

function FilterFields({ role, status, campaign, onChange }: Filters & { onChange: (changes: Filters) => void }) {
  const { t } = useTranslation('users')
  const { t: common } = useTranslation()
  const { businessId } = useBusiness()
  const { data } = useQuery(campaignNamesQuery(businessId))
  const field = (name: keyof Filters, choices: { value: string; label: string }[], value: string | undefined) => (
    <Select
      className={classes.filter ?? ''}
      aria-label={t(`columns.${name === 'campaign' ? 'campaigns' : name}`)}
      placeholder={t(`any.${name}`)}
      clearable
      searchable={name === 'campaign'}
      clearButtonProps={{ 'aria-label': common('clearFilter', { name: t(`any.${name}`) }) }}
      data={choices}
      value={value ?? null}
      onChange={(chosen) => onChange({ [name]: chosen ?? undefined })}
    />
  )
  return (
    <>
      {field(
        'role',
        roles.filter((one) => one !== 'None').map((one) => ({ value: one, label: common(`roles.${one}`) })),
        role,
      )}
      {field(
        'status',
        statuses.map((one) => ({ value: one, label: t(`status.${one}`) })),
        status,
      )}
      {field(
        'campaign',
        (data?.campaigns ?? []).map(({ _id, name }) => ({ value: _id, label: name })),
        campaign,
      )}
    </>
  )
}
