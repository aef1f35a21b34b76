import { Button, Modal } from '@mantine/core'
import { IconMailPlus, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { SEARCH_MAX } from '#contract/common.ts'
import { type Invitation, invitationStates } from '#contract/team/invitations.ts'
import { lazily } from '../../lib/lazy.ts'
import { useModal } from '../../lib/modal-stack.ts'
import { useSearchState } from '../../lib/search.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { usePageSize } from '../../lib/storage.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { DialogFoot } from '../../ui/layout/dialog-foot.tsx'
import { ListPager } from '../../ui/list/list-pager.tsx'
import { ListSection } from '../../ui/list/list-section.tsx'
import { ListState } from '../../ui/list/list-state.tsx'
import { SearchAndState } from '../../ui/list/search-and-state.tsx'
import { invitationsQuery, useMakeLink, useResend, useRevoke } from './invitations.api.ts'
import { INVITE_MODAL } from './invite-modal.ts'
import { addressOf, InvitedRow } from './invited-row.tsx'
import classes from './invited-section.module.css'

const InviteDialog = lazily(() => import('./invite-dialog.tsx'), 'InviteDialog')

/** Search parameters beside those of the team list. */
const Search = z.object({
  invitedPage: z.coerce.number().int().min(1).max(1_000_000).default(1),
  invited: z.string().max(SEARCH_MAX).optional(),
  invitedState: z.enum(invitationStates).optional(),
})

const noFilters = { invited: undefined, invitedState: undefined, invitedPage: undefined }

/** Opens the invitation dialog. */
export function InviteButton() {
  const { t } = useTranslation('invitations')
  const modal = useModal(INVITE_MODAL)
  const [isNeeded, need] = useState(modal.opened)
  if (modal.opened && !isNeeded) need(true)
  return (
    <>
      <Button leftSection={<IconUserPlus stroke={2} aria-hidden />} onClick={modal.open}>
        {t('invite')}
      </Button>
      <Suspense>{isNeeded && <InviteDialog opened={modal.opened} onClose={modal.close} />}</Suspense>
    </>
  )
}

/** The list of invitations and their states, paged on its own. */
export function InvitedSection() {
  const { t } = useTranslation('invitations')
  const { businessId } = useBusiness()
  const [{ invitedPage: page, invited: search, invitedState: state }, set] = useSearchState(Search)
  const [limit] = usePageSize('invited')
  const words = search?.trim()
  const { data, error, refetch } = useQuery(
    invitationsQuery(businessId, {
      page,
      limit,
      ...(words && { search: words }),
      ...(state && { filters: JSON.stringify({ state: [state] }) }),
    }),
  )
  const isFiltered = Boolean(words || state)
  const isEmpty = data?.invitations.length === 0
  return (
    <ListSection
      label={t('title')}
      tools={
        data &&
        (!isEmpty || isFiltered) && (
          <SearchAndState
            search={search}
            onSearch={(text) => void set({ invited: text, invitedPage: undefined })}
            state={state}
            onState={(chosen) => void set({ invitedState: chosen, invitedPage: undefined })}
            states={invitationStates}
            nameOf={(one) => t(`states.${one}`)}
            words={{ search: t('search'), state: t('state'), anyState: t('anyState') }}
          />
        )
      }
      pager={
        data && !isEmpty && <ListPager table="invited" paging={data.pagination} onChange={set} pageName="invitedPage" />
      }
    >
      <ListState
        shown={data?.invitations.length}
        pagination={data?.pagination}
        error={data ? null : error}
        refetch={() => void refetch()}
        columns={3}
        rows={3}
        onChange={set}
        pageName="invitedPage"
        narrowed={isFiltered ? { title: t('noMatch'), noFilters } : undefined}
        none={<EmptyState icon={<IconMailPlus />} title={t('empty')} text={t('emptyText')} />}
      >
        <Rows invitations={data?.invitations ?? []} />
      </ListState>
    </ListSection>
  )
}

/** If the browser denies access to the clipboard, the link is shown, so that it can be copied by hand. */
function useCopying(businessId: string) {
  const { t } = useTranslation('invitations')
  const make = useMakeLink(businessId)
  const [shown, show] = useState<string>()
  const copy = (id: string) =>
    void make.mutateAsync(id).then(
      async (url) => {
        try {
          await navigator.clipboard.writeText(url)
          toast.success(t('linkCopied'))
        } catch {
          show(url)
        }
      },
      () => undefined,
    )
  return { copy, shown, hide: () => show(undefined) }
}

function Rows({ invitations }: { invitations: readonly Invitation[] }) {
  const { t } = useTranslation('invitations')
  const { t: common } = useTranslation()
  const { businessId } = useBusiness()
  const resend = useResend(businessId)
  const revoke = useRevoke(businessId)
  const { copy, shown, hide } = useCopying(businessId)
  const modal = useModal('revoke-invitation')
  const [asked, ask] = useState<Invitation>()
  const name = asked ? addressOf(asked) : ''
  return (
    <>
      {/* Hidden from screen readers, because each row names its values. */}
      <div className={classes.head} aria-hidden>
        {(['recipient', 'access', 'state'] as const).map((column) => (
          <span key={column}>{t(`columns.${column}`)}</span>
        ))}
      </div>
      <ul className={classes.list}>
        {invitations.map((one) => (
          <InvitedRow
            key={one._id}
            invitation={one}
            onResend={() => resend.mutate(one._id, { onSuccess: () => toast.success(t('resent')) })}
            onCopy={() => copy(one._id)}
            onRevoke={() => {
              ask(one)
              modal.open()
            }}
          />
        ))}
      </ul>
      <Modal
        opened={modal.opened && asked !== undefined}
        onClose={modal.close}
        title={t('revokeTitle')}
        closeButtonProps={{ 'aria-label': common('close') }}
      >
        <p>{t('revokeText', { name })}</p>
        <DialogFoot onCancel={modal.close}>
          <Button
            color="red"
            loading={revoke.isPending}
            onClick={() =>
              asked &&
              revoke.mutate(asked._id, {
                onSuccess: () => {
                  toast.success(t('revoked'))
                  modal.close()
                },
              })
            }
          >
            {t('revoke')}
          </Button>
        </DialogFoot>
      </Modal>
      <Modal
        opened={shown !== undefined}
        onClose={hide}
        title={t('copyLink')}
        closeButtonProps={{ 'aria-label': common('close') }}
      >
        <p>{t('linkText')}</p>
        <code dir="ltr" className={classes.address}>
          {shown}
        </code>
      </Modal>
    </>
  )
}
