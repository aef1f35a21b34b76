import { Button } from '@mantine/core'
import { IconUserOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StatusAsk } from '#contract/lead-status.ts'
import { isErased, type LeadDetails } from '#contract/leads.ts'
import type { LeadsLook } from '#contract/users.ts'
import { ApiError } from '../../../lib/call.ts'
import { paths } from '../../../lib/paths.ts'
import { useBusiness, useCan } from '../../../lib/session.ts'
import { useNarrow } from '../../../lib/use-narrow.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Page } from '../../../ui/page.tsx'
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx'
import { toast } from '../../../ui/toast.tsx'
import { leadQuery, useMarkRead } from '../leads.api.ts'
import { useTrash } from '../list/use-lead-tools.ts'
import type { LeadPlace } from '../list-origin.ts'
import { LostPrompt } from '../status/lost-reason-prompt.tsx'
import { SalePrompt } from '../status/sale-amount-prompt.tsx'
import { lookOf, useStatuses } from '../status/use-statuses.ts'
import { useLeadsLook } from '../use-leads-look.ts'
import { ConflictCard } from './conflict-card.tsx'
import { BackToLeads } from './lead-nav.tsx'
import { LeadDesk } from './lead-page-desktop.tsx'
import { LeadPocket } from './lead-page-mobile.tsx'
import type { LeadView } from './lead-view.ts'
import { TrashBanner } from './trash-banner.tsx'
import { useBlocking } from './use-blocking.ts'
import { useLeadChanges } from './use-lead-changes.ts'
import { useLiveLead } from './use-live-lead.ts'
import { useNeighbours } from './use-neighbours.ts'

/** Its calls, by another feature; without it there is no such tab. */
type Calls = ((businessId: string, leadId: string) => ReactNode) | undefined

/** What an Owner may do with the person behind a lead, by another feature. */
export type OfPerson = {
  save: (leadId: string) => void
  erase: () => void
  /** What is asked before. */
  dialog: (lead: LeadDetails) => ReactNode
}

/** One lead: who it is, where it came from, what happened, and what to do next. */
export function LeadPage({ calls, person }: { calls?: Calls; person?: OfPerson | undefined }) {
  const { businessId } = useBusiness()
  const { leadId = '', campaignId = '' } = useParams({ strict: false }) as { leadId?: string; campaignId?: string }
  const { data, error, refetch } = useQuery(leadQuery(businessId, leadId))
  if (data) return <OneLead key={leadId} {...{ businessId, calls, person }} lead={data.lead} />
  return <NoLead {...{ businessId, campaignId, error }} onRetry={() => void refetch()} />
}

type NoLeadProps = { businessId: string; campaignId: string; error: Error | null; onRetry: () => void }

/** On its way, not there, not for this person, or failed. */
function NoLead({ businessId, campaignId, error, onRetry }: NoLeadProps) {
  const { t } = useTranslation('leads')
  const [look] = useLeadsLook()
  const place = useLocation({ select: ({ state }) => state.leadPlace })
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 422)
  return (
    <Page title={t('lead')} before={<BackToLeads {...{ businessId, campaignId, place }} />}>
      {!error && <SkeletonRows rows={8} columns={3} />}
      {error && !isMissing && <ErrorState error={error} onRetry={onRetry} />}
      {isMissing && (
        <EmptyState
          icon={<IconUserOff />}
          title={t('notFound')}
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

/** The list that the lead was opened from, as it was; else that of its campaign. */
const listOf = (
  businessId: string,
  lead: LeadDetails,
  { place, look }: { place: LeadPlace | undefined; look: LeadsLook },
) => ({
  to: paths.leads(businessId, place ? place.campaignId : lead.campaignId, place?.look ?? look),
  search: (place?.search ?? {}) as never,
})

type OneLeadProps = { businessId: string; lead: LeadDetails; calls: Calls; person: OfPerson | undefined }

function OneLead({ businessId, lead, calls, person }: OneLeadProps) {
  const { t } = useTranslation('leads')
  const navigate = useNavigate()
  useLiveLead(businessId, lead)
  const isNarrow = useNarrow()
  const place = useLocation({ select: ({ state }) => state.leadPlace })
  const [look] = useLeadsLook()
  const statuses = useStatuses(businessId)
  const mayEdit = useCan('leads.edit', lead.campaignId)
  const mayAssign = useCan('leads.assign', lead.campaignId)
  const mayDelete = useCan('leads.delete', lead.campaignId)
  const { save, conflict, keepTheirs, useMine: saveMine } = useLeadChanges(businessId, lead)
  const mark = useMarkRead(businessId)
  const { remove, restore } = useTrash(businessId)
  const [asked, setAsked] = useState<StatusAsk | null>(null)
  const isTrashed = lead.deletedAt !== null
  const canEdit = mayEdit && !isTrashed && !isErased(lead)

  const view: LeadView = {
    businessId,
    lead,
    statuses,
    place,
    neighbours: useNeighbours(businessId, lead._id, place),
    isWon: lookOf(statuses, lead).type === 'Won',
    isLost: lookOf(statuses, lead).type === 'Lost',
    canEdit,
    canAssign: mayAssign && canEdit,
    save,
    changeStatus: canEdit
      ? (status) => {
          save({ statusId: status._id })
          setAsked(status.asks)
        }
      : undefined,
    markUnread: () =>
      mark.mutate({ leadId: lead._id, isRead: false }, { onSuccess: () => void toast.success(t('markedUnread')) }),
    remove:
      mayDelete && !isTrashed
        ? () => remove([lead._id], () => void navigate(listOf(businessId, lead, { place, look })))
        : undefined,
    restore: mayDelete && isTrashed ? () => restore([lead._id]) : undefined,
    calls: calls && (() => calls(businessId, lead._id)),
    block: useBlocking(lead),
    person: person && { save: () => person.save(lead._id), erase: isErased(lead) ? undefined : person.erase },
    notices: (
      <>
        {lead.deletedAt && (
          <TrashBanner deletedAt={lead.deletedAt} onRestore={mayDelete ? () => restore([lead._id]) : undefined} />
        )}
        {conflict && <ConflictCard conflict={conflict} statuses={statuses} onTheirs={keepTheirs} onMine={saveMine} />}
        {asked === 'sale_amount' && !conflict && canEdit && (
          <SalePrompt
            value={lead.value}
            onSkip={() => setAsked(null)}
            onSave={(value) => {
              save({ value })
              setAsked(null)
            }}
          />
        )}
        {asked === 'lost_reason' && !conflict && canEdit && (
          <LostPrompt
            value={lead.lostReason}
            onSkip={() => setAsked(null)}
            onSave={(lostReason) => {
              save({ lostReason })
              setAsked(null)
            }}
          />
        )}
      </>
    ),
  }
  return (
    <>
      {isNarrow ? <LeadPocket {...view} /> : <LeadDesk {...view} />}
      {person?.dialog(lead)}
    </>
  )
}
