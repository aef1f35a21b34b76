import { Button } from '@mantine/core'
import { IconUserOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useLocation, useNavigate } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SentFieldValues } from '#contract/lead-fields/own-fields.ts'
import type { StatusAsk } from '#contract/leads/lead-status.ts'
import { isErased, type Lead, type LeadDetails } from '#contract/leads/leads.ts'
import type { LeadsLook } from '#contract/team/users.ts'
import { isMasked } from '#contract/values/masks.ts'
import { ApiError } from '../../../lib/http/call.ts'
import { lazily } from '../../../lib/lazy.ts'
import { paths } from '../../../lib/paths.ts'
import { link, useIds } from '../../../lib/search.ts'
import { useBusiness, useCan } from '../../../lib/session/session.ts'
import { useNarrow } from '../../../lib/use-narrow.ts'
import { useBlockCaller } from '../../../shared/block-caller.ts'
import { missingAt, useOwnFields } from '../../../shared/own-fields/own-fields.ts'
import { UnsentSlot } from '../../../shared/unsent/unsent-slot.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { leadQuery, useMarkRead } from '../leads.api.ts'
import type { ListOrigin } from '../list-origin.ts'
import { StatusPromptSlot, useStatusPrompt } from '../status/status-prompt.tsx'
import { statusOf, useStatuses } from '../status/use-statuses.ts'
import { useLeadsLook } from '../use-leads-look.ts'
import { useTrash } from '../use-trash.ts'
import { BackToLeads } from './lead-nav.tsx'
import { LeadPageDesktop } from './lead-page-desktop.tsx'
import { LeadPageMobile } from './lead-page-mobile.tsx'
import type { LeadPageProps } from './lead-page-props.ts'
import { useLeadChanges } from './use-lead-changes.ts'
import { useLiveLead } from './use-live-lead.ts'
import { useNeighbours } from './use-neighbours.ts'

const TrashBanner = lazily(() => import('./trash-banner.tsx'), 'TrashBanner')
const ConflictCard = lazily(() => import('./conflict-card.tsx'), 'ConflictCard', { soon: true })
const LostReasonPrompt = lazily(() => import('../status/lost-reason-prompt.tsx'), 'LostReasonPrompt', { soon: true })
const SaleAmountPrompt = lazily(() => import('../status/sale-amount-prompt.tsx'), 'SaleAmountPrompt', { soon: true })

/** Privacy actions of an Owner, which are another feature. */
export type PersonActions = {
  save: (leadId: string) => void
  erase: () => void
  /** The confirmation. */
  dialog: (lead: LeadDetails) => ReactNode
}

export function LeadPage({ person }: { person?: PersonActions | undefined }) {
  const { businessId } = useBusiness()
  const { leadId, campaignId } = useIds(paths.lead)
  const { data, error, refetch } = useQuery(leadQuery(businessId, leadId))
  // Requested in parallel with the lead and awaited, so that nothing below the details moves.
  const { isPending } = useOwnFields(businessId)
  // The address of a merged lead leads to the one that was kept, for good.
  if (data && data.lead._id !== leadId)
    return <Navigate to={paths.lead(businessId, data.lead.campaignId, data.lead._id)} replace />
  if (data && !isPending && !isMissing(error))
    return <LoadedLead key={leadId} {...{ businessId, person }} lead={data.lead} />
  return <NoLead {...{ businessId, campaignId, error }} name={data?.lead.name} onRetry={() => void refetch()} />
}

type NoLeadProps = {
  businessId: string
  campaignId: string
  error: Error | null
  /** Of a lead that was shown until it was deleted or taken away. */
  name: string | undefined
  onRetry: () => void
}

const isForbidden = (error: Error | null) => error instanceof ApiError && error.status === 403
const isMissing = (error: Error | null) => error instanceof ApiError && [403, 404, 422].includes(error.status)

/** Loading, not found, forbidden or failed. */
function NoLead({ businessId, campaignId, error, name, onRetry }: NoLeadProps) {
  const { t } = useTranslation('leads')
  const [look] = useLeadsLook()
  const origin = useLocation({ select: ({ state }) => state.listOrigin })
  const isNotFound = isMissing(error) && (name !== undefined || !isForbidden(error))
  return (
    <Page title={t('lead')} before={<BackToLeads {...{ businessId, campaignId, origin }} />}>
      {!error && <SkeletonRows rows={8} columns={3} />}
      {error && !isNotFound && <ErrorState error={error} onRetry={onRetry} />}
      {isNotFound && (
        <EmptyState
          icon={<IconUserOff />}
          title={name ? t('taken', { name }) : t('notFound')}
          text={t('notFoundText')}
          action={
            <Button component={Link} to={paths.leads(businessId, null, look)} variant="default">
              {t('toLeads')}
            </Button>
          }
        />
      )}
    </Page>
  )
}

/** Link to the list that the lead was opened from; else to the list of its campaign. */
const listLink = (
  businessId: string,
  lead: LeadDetails,
  { origin, look }: { origin: ListOrigin | undefined; look: LeadsLook },
) => link(paths.leads(businessId, origin ? origin.campaignId : lead.campaignId, origin?.look ?? look), origin?.search)

type OneLeadProps = { businessId: string; lead: LeadDetails; person: PersonActions | undefined }

function LoadedLead({ businessId, lead, person }: OneLeadProps) {
  const { t } = useTranslation('leads')
  const navigate = useNavigate()
  useLiveLead(businessId, lead)
  const isNarrow = useNarrow()
  const origin = useLocation({ select: ({ state }) => state.listOrigin })
  const [look] = useLeadsLook()
  const statuses = useStatuses(businessId)
  const mayEdit = useCan('leads.edit', lead.campaignId)
  const mayAssign = useCan('leads.assign', lead.campaignId)
  const mayDelete = useCan('leads.delete', lead.campaignId)
  const { save, conflict, keepTheirs, useMine: saveMine } = useLeadChanges(businessId, lead)
  const mark = useMarkRead(businessId)
  const { remove, restore } = useTrash(businessId)
  const { fields: ownFields } = useOwnFields(businessId)
  const statusPrompt = useStatusPrompt()
  const [statusAsk, setStatusAsk] = useState<StatusAsk | null>(null)
  const isTrashed = lead.deletedAt !== null
  const canEdit = mayEdit && !isTrashed && !isErased(lead)

  const page: LeadPageProps = {
    businessId,
    lead,
    statuses,
    origin,
    neighbours: useNeighbours(businessId, lead._id, origin),
    isWon: statusOf(statuses, lead).type === 'Won',
    isLost: statusOf(statuses, lead).type === 'Lost',
    canEdit,
    canAssign: mayAssign && canEdit,
    save,
    changeStatus: canEdit
      ? (status) => {
          const give = (fields?: SentFieldValues) => {
            save({ statusId: status._id, ...(fields && { fields }) })
            setStatusAsk(status.asks)
          }
          const missing = missingAt(ownFields, lead, status._id)
          if (missing.length === 0) give()
          else statusPrompt.open({ status, missing, onSave: give, isFollowed: false })
        }
      : undefined,
    markUnread: () =>
      mark.mutate({ leadId: lead._id, isRead: false }, { onSuccess: () => void toast.success(t('markedUnread')) }),
    remove:
      mayDelete && !isTrashed
        ? () => remove([lead._id], () => void navigate(listLink(businessId, lead, { origin, look })))
        : undefined,
    restore: mayDelete && isTrashed ? () => restore([lead._id]) : undefined,
    block: useBlockPhone(lead),
    person: person && { save: () => person.save(lead._id), erase: isErased(lead) ? undefined : person.erase },
    notices: (
      <>
        <UnsentSlot leadId={lead._id} of="changes" />
        <Suspense>
          {lead.deletedAt && (
            <TrashBanner deletedAt={lead.deletedAt} onRestore={mayDelete ? () => restore([lead._id]) : undefined} />
          )}
          {conflict && <ConflictCard conflict={conflict} statuses={statuses} onTheirs={keepTheirs} onMine={saveMine} />}
          {statusAsk === 'sale_amount' && !conflict && canEdit && (
            <SaleAmountPrompt
              value={lead.value}
              onSkip={() => setStatusAsk(null)}
              onSave={(value) => {
                save({ value })
                setStatusAsk(null)
              }}
            />
          )}
          {statusAsk === 'lost_reason' && !conflict && canEdit && (
            <LostReasonPrompt
              value={lead.lostReason}
              onSkip={() => setStatusAsk(null)}
              onSave={(lostReason) => {
                save({ lostReason })
                setStatusAsk(null)
              }}
            />
          )}
        </Suspense>
      </>
    ),
  }
  return (
    <>
      {isNarrow ? <LeadPageMobile {...page} /> : <LeadPageDesktop {...page} />}
      <Suspense>
        <StatusPromptSlot state={statusPrompt} businessId={businessId} />
      </Suspense>
      {person?.dialog(lead)}
    </>
  )
}

/** Blocks the lead's phone; undefined without a phone, if it is masked, or without the right to it. */
function useBlockPhone({ _id, phone, campaignId }: Pick<Lead, '_id' | 'phone' | 'campaignId'>) {
  const blocker = useBlockCaller(campaignId)
  return phone && blocker && !isMasked(phone) ? () => blocker.block({ leadId: _id, phone }) : undefined
}
