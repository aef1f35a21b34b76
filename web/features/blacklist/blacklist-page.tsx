import { Button } from '@mantine/core'
import { IconBan, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { BlacklistEntry } from '#contract/blacklist/blacklist.ts'
import { SEARCH_MAX } from '#contract/common.ts'
import { lazily } from '../../lib/lazy.ts'
import { useModal } from '../../lib/modal-stack.ts'
import { useSearchState } from '../../lib/search.ts'
import { useBusiness, useCan } from '../../lib/session/session.ts'
import { usePageSize } from '../../lib/storage.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { NoPermission } from '../../ui/feedback/no-permission.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { ListPager } from '../../ui/list/list-pager.tsx'
import { ListState } from '../../ui/list/list-state.tsx'
import { SearchField } from '../../ui/list/search-field.tsx'
import { blacklistQuery, useAddEntry, useRemoveEntry } from './blacklist.api.ts'
import classes from './blacklist-page.module.css'
import { BlacklistRow, useEntryName } from './blacklist-row.tsx'

const BlacklistForm = lazily(() => import('./blacklist-form.tsx'), 'BlacklistForm')

const Search = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  search: z.string().max(SEARCH_MAX).optional(),
})

/** Blocked numbers, prefixes and withheld callers. */
export function BlacklistPage() {
  const { t } = useTranslation('blacklist')
  const mayEdit = useCan('blacklist.edit')
  if (mayEdit) return <Blacklist />
  return (
    <Page title={t('title')}>
      <NoPermission />
    </Page>
  )
}

/** Removes an entry at once; Undo adds it again unchanged. */
function useRemoving(businessId: string) {
  const { t } = useTranslation('blacklist')
  const nameOf = useEntryName()
  const remove = useRemoveEntry(businessId)
  const add = useAddEntry(businessId)
  const putBack = ({ kind, phone, campaignId, reason, expiresAt }: BlacklistEntry) =>
    void add.mutateAsync({ kind, ...(phone && { phone }), campaignId, reason, expiresAt }).then(
      () => toast.success(t('added')),
      (error: Error) => toast.error(error.message),
    )
  return (entry: BlacklistEntry) =>
    void remove.mutateAsync(entry._id).then(
      () => toast.success(t('removed', { name: nameOf(entry) }), { undo: () => putBack(entry) }),
      () => undefined,
    )
}

function Blacklist() {
  const { t } = useTranslation('blacklist')
  const { businessId } = useBusiness()
  const [{ page, search }, set] = useSearchState(Search)
  const [limit] = usePageSize('blacklist')
  const words = search?.trim()
  const { data, error, refetch } = useQuery(
    blacklistQuery(businessId, { page, limit, ...(words && { search: words }) }),
  )
  const adding = useModal('blacklist-entry')
  const [isFormNeeded, needForm] = useState(adding.opened)
  if (adding.opened && !isFormNeeded) needForm(true)
  const remove = useRemoving(businessId)
  const entries = data?.entries ?? []
  const isEmpty = data !== undefined && entries.length === 0
  const add = (
    <Button leftSection={<IconPlus stroke={2} aria-hidden />} onClick={adding.open}>
      {t('add')}
    </Button>
  )
  return (
    <Page
      title={t('title')}
      context={t('text')}
      actions={data && (!isEmpty || words) && add}
      toolbar={
        (!isEmpty || words) && (
          <SearchField
            value={search}
            label={t('search')}
            onSearch={(text) => void set({ search: text, page: undefined })}
            className={classes.search}
          />
        )
      }
      footer={data && !isEmpty && <ListPager table="blacklist" paging={data.pagination} onChange={set} />}
    >
      <ListState
        shown={data?.entries.length}
        pagination={data?.pagination}
        error={data ? null : error}
        refetch={() => void refetch()}
        columns={3}
        rows={5}
        onChange={set}
        narrowed={words ? { title: t('noMatch'), noFilters: { search: undefined, page: undefined } } : undefined}
        none={<EmptyState icon={<IconBan />} title={t('empty')} text={t('emptyText')} action={add} />}
      >
        <ul className={classes.entries} aria-label={t('title')}>
          {entries.map((entry) => (
            <BlacklistRow key={entry._id} entry={entry} onRemove={() => remove(entry)} />
          ))}
        </ul>
      </ListState>
      <Suspense>{isFormNeeded && <BlacklistForm opened={adding.opened} onClose={adding.close} />}</Suspense>
    </Page>
  )
}
