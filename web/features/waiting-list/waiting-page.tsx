import { Button } from '@mantine/core'
import { IconLink, IconUserQuestion } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { SEARCH_MAX } from '#contract/common.ts'
import { type JoinRequest, joinStates } from '#contract/team/waiting-list.ts'
import { lazily } from '../../lib/lazy.ts'
import { useModal } from '../../lib/modal-stack.ts'
import { useSearchState } from '../../lib/search.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { usePageSize } from '../../lib/storage.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { ListPager } from '../../ui/list/list-pager.tsx'
import { ListState } from '../../ui/list/list-state.tsx'
import { SearchAndState } from '../../ui/list/search-and-state.tsx'
import { useChangeState, waitingQuery } from './waiting-list.api.ts'
import classes from './waiting-page.module.css'
import { WaitingRow } from './waiting-row.tsx'

const ApproveDialog = lazily(() => import('./decision-dialogs.tsx'), 'ApproveDialog')
const DeclineDialog = lazily(() => import('./decision-dialogs.tsx'), 'DeclineDialog')
const LinkDialog = lazily(() => import('./link-dialog.tsx'), 'LinkDialog')

const Search = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  search: z.string().max(SEARCH_MAX).optional(),
  state: z.enum(joinStates).optional(),
})

const noFilters = { search: undefined, state: undefined, page: undefined }

/** Requests to join the business: approve, put on hold or decline, one by one or several at once. */
export function WaitingPage() {
  const { t } = useTranslation('waiting-list')
  const { t: shell } = useTranslation('shell')
  const { businessId } = useBusiness()
  const [{ page, search, state }, set] = useSearchState(Search)
  const [limit] = usePageSize('waiting')
  const words = search?.trim()
  const { data, error, refetch } = useQuery(
    waitingQuery(businessId, {
      page,
      limit,
      ...(words && { search: words }),
      ...(state && { filters: JSON.stringify({ state: [state] }) }),
    }),
  )
  const link = useModal('join-link')
  const isFiltered = Boolean(words || state)
  const requests = data?.requests ?? []
  const isEmpty = data !== undefined && requests.length === 0
  const linkButton = (
    <Button variant="default" leftSection={<IconLink size={16} stroke={1.75} aria-hidden />} onClick={link.open}>
      {t('link.open')}
    </Button>
  )
  return (
    <Page
      title={t('title')}
      heading={shell('users')}
      context={t('text')}
      actions={linkButton}
      toolbar={
        (!isEmpty || isFiltered) && (
          <SearchAndState
            search={search}
            onSearch={(text) => void set({ search: text, page: undefined })}
            state={state}
            onState={(chosen) => void set({ state: chosen, page: undefined })}
            states={joinStates}
            nameOf={(one) => t(`states.${one}`)}
            words={{ search: t('search'), state: t('state'), anyState: t('anyState') }}
          />
        )
      }
      footer={data && !isEmpty && <ListPager table="waiting" paging={data.pagination} onChange={set} />}
    >
      <ListState
        shown={data?.requests.length}
        pagination={data?.pagination}
        error={data ? null : error}
        refetch={() => void refetch()}
        columns={3}
        rows={4}
        onChange={set}
        narrowed={isFiltered ? { title: t('noMatch'), noFilters } : undefined}
        none={<EmptyState icon={<IconUserQuestion />} title={t('empty')} text={t('emptyText')} />}
      >
        <Requests requests={requests} />
      </ListState>
      <Suspense>{link.opened && <LinkDialog onClose={link.close} />}</Suspense>
    </Page>
  )
}

/** The rows and their selection; requests that left the list are deselected. */
function Requests({ requests }: { requests: readonly JoinRequest[] }) {
  const { t } = useTranslation('waiting-list')
  const { businessId } = useBusiness()
  const [chosen, choose] = useState<readonly string[]>([])
  const [asked, ask] = useState<readonly JoinRequest[]>([])
  const change = useChangeState(businessId)
  const approving = useModal('approve')
  const declining = useModal('decline')
  const picked = requests.filter(({ _id }) => chosen.includes(_id))
  const toggle = (id: string) => choose((ids) => (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]))
  const begin = (modal: typeof approving, about: readonly JoinRequest[]) => {
    ask(about)
    modal.open()
  }
  const move = (about: readonly JoinRequest[], state: 'Waiting' | 'Paused') =>
    change.mutate(
      { ids: about.map(({ _id }) => _id), state },
      {
        onSuccess: () => {
          choose([])
          toast.success(t(state === 'Paused' ? 'putOffDone' : 'takenUpDone', { count: about.length }))
        },
      },
    )
  const done = (modal: typeof approving) => () => {
    choose([])
    modal.close()
  }
  return (
    <>
      <ul className={classes.list} aria-label={t('title')}>
        {requests.map((request) => (
          <WaitingRow
            key={request._id}
            request={request}
            isChosen={chosen.includes(request._id)}
            onChoose={() => toggle(request._id)}
            onApprove={() => begin(approving, [request])}
            onDecline={() => begin(declining, [request])}
            onMove={(state) => move([request], state)}
          />
        ))}
      </ul>
      {picked.length > 0 && (
        <div className={classes.bar} role="toolbar" aria-label={t('chosen', { count: picked.length })}>
          <strong>{t('chosen', { count: picked.length })}</strong>
          <Button size="xs" onClick={() => begin(approving, picked)}>
            {t('approve')}
          </Button>
          <Button size="xs" variant="default" onClick={() => move(picked, 'Paused')}>
            {t('putOff')}
          </Button>
          <Button size="xs" variant="light" color="red" onClick={() => begin(declining, picked)}>
            {t('decline')}
          </Button>
          <Button size="xs" variant="subtle" onClick={() => choose([])}>
            {t('unchoose')}
          </Button>
        </div>
      )}
      <Suspense>
        {approving.opened && asked.length > 0 && (
          <ApproveDialog requests={asked} onClose={approving.close} onDone={done(approving)} />
        )}
        {declining.opened && asked.length > 0 && (
          <DeclineDialog requests={asked} onClose={declining.close} onDone={done(declining)} />
        )}
      </Suspense>
    </>
  )
}
