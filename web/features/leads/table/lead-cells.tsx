import { IconCopy, IconPlus } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { type ReactNode, Suspense } from 'react'
import type { Lead } from '#contract/leads.ts'
import type { LeadColumn } from '#contract/table-views.ts'
import { formatClock, formatDateTime, formatRecent, formatSince } from '../../../lib/format.ts'
import { Money } from '../../../ui/money.tsx'
import { PersonAvatar } from '../../../ui/person-avatar.tsx'
import { Phone } from '../../../ui/phone.tsx'
import { SourceMark } from '../../../ui/source-mark.tsx'
import { StatusPill } from '../../../ui/status-pill.tsx'
import { UserText } from '../../../ui/user-text.tsx'
import { LeadName } from '../fields/lead-name.tsx'
import { LeadTags } from '../fields/lead-tags.tsx'
import type { LeadTools } from '../list/lead-tools.ts'
import { lookOf } from '../status/use-statuses.ts'
import { CallRecordingCell, CallStatusCell } from './call-cells.ts'
import { EditableCell } from './editable-cell.tsx'
import { AssigneeEditor, StatusEditor, TagsEditor, ValueEditor } from './lazy-editors.ts'
import classes from './leads-table.module.css'

type CellProps = { lead: Lead; tools: LeadTools; t: TFunction<'leads'> }

/** A part of the address that brought the lead. */
const utm = (name: 'source' | 'medium' | 'campaign' | 'content' | 'term') =>
  function UtmCell({ lead }: CellProps) {
    const text = lead.utm[name]
    return text ? <UserText cut>{text}</UserText> : '—'
  }

const moment = (at: string) => (
  <time dateTime={at} title={formatDateTime(at)}>
    {formatRecent(at)}
  </time>
)

/** What each column shows of a lead. Plain functions of it: nothing in a hundred rows waits or listens. */
export const cells: Record<LeadColumn, (props: CellProps) => ReactNode> = {
  name: ({ lead, tools, t }) => (
    <span className={classes.name}>
      <a href={tools.hrefOf(lead)} className={classes.link} data-lead-link>
        <LeadName lead={lead} />
      </a>
      {lead.isDuplicate && (
        <span role="img" aria-label={t('duplicateMark')} title={t('duplicateMark')} className={classes.duplicate}>
          <IconCopy size={14} stroke={1.75} aria-hidden />
        </span>
      )}
    </span>
  ),
  phone: ({ lead }) => (lead.phone ? <Phone number={lead.phone} /> : '—'),
  email: ({ lead }) =>
    lead.email ? (
      <bdi dir="ltr" className={classes.email} title={lead.email}>
        {lead.email}
      </bdi>
    ) : (
      '—'
    ),
  status: ({ lead, tools, t }) => {
    const look = lookOf(tools.statuses, lead)
    return (
      <EditableCell
        label={t('changeStatus', { status: look.name })}
        popup="menu"
        editor={tools.statusChange(lead) && (() => <StatusEditor lead={lead} tools={tools} />)}
      >
        <StatusPill {...look} />
      </EditableCell>
    )
  },
  campaign: ({ lead }) => <UserText cut>{lead.campaignName}</UserText>,
  source: ({ lead }) => <SourceMark source={lead.source} />,
  tags: ({ lead, tools, t }) => (
    <EditableCell
      label={t('changeTags', { tags: lead.tags.join(', ') || '—' })}
      popup="dialog"
      editor={tools.tagsChange(lead) && (() => <TagsEditor lead={lead} tools={tools} />)}
    >
      <LeadTags tags={lead.tags} />
    </EditableCell>
  ),
  value: ({ lead, tools, t }) => (
    <EditableCell
      label={t('editWhat', { what: t('columns.value') })}
      isRead
      editor={tools.valueChange(lead) && ((close) => <ValueEditor lead={lead} tools={tools} onClose={close} />)}
    >
      <Money agorot={lead.value} />
    </EditableCell>
  ),
  assignedTo: ({ lead, tools, t }) => {
    const name = lead.assignedTo?.name ?? t('nobody')
    return (
      <EditableCell
        label={t('changeAssignee', { name })}
        popup="menu"
        editor={tools.assigneeChange(lead) && (() => <AssigneeEditor lead={lead} tools={tools} />)}
      >
        <span role="img" aria-label={name} title={name} className={classes.assignee}>
          {lead.assignedTo ? (
            <PersonAvatar {...lead.assignedTo} id={lead.assignedTo._id} />
          ) : (
            <span className={classes.ring}>
              <IconPlus size={12} stroke={2} aria-hidden />
            </span>
          )}
        </span>
      </EditableCell>
    )
  },
  utmSource: utm('source'),
  utmMedium: utm('medium'),
  utmCampaign: utm('campaign'),
  utmContent: utm('content'),
  utmTerm: utm('term'),
  duplicate: ({ lead, t }) => (lead.isDuplicate ? t('duplicateYes') : '—'),
  callStatus: ({ lead, tools }) => {
    const call = tools.callOf(lead)
    return call ? (
      <Suspense>
        <CallStatusCell call={call} />
      </Suspense>
    ) : (
      '—'
    )
  },
  callStart: ({ lead, tools }) => {
    const call = tools.callOf(lead)
    return call ? moment(call.startedAt) : '—'
  },
  callDuration: ({ lead, tools }) => {
    const call = tools.callOf(lead)
    return call && call.duration > 0 ? <bdi dir="ltr">{formatClock(call.duration)}</bdi> : '—'
  },
  callRecording: ({ lead, tools }) => {
    const call = tools.callOf(lead)
    return call ? (
      <Suspense>
        <CallRecordingCell call={call} businessId={tools.businessId} />
      </Suspense>
    ) : (
      '—'
    )
  },
  firstResponse: ({ lead, t }) =>
    lead.firstResponseAt ? (
      <time dateTime={lead.firstResponseAt} title={formatDateTime(lead.firstResponseAt)}>
        {formatSince(lead.date, new Date(lead.firstResponseAt)) ?? t('underMinute')}
      </time>
    ) : (
      '—'
    ),
  lastActivity: ({ lead }) => moment(lead.lastActivityAt),
  date: ({ lead }) => moment(lead.date),
}
