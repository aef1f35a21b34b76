import { IconCopy, IconPlus } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { type ReactNode, Suspense } from 'react'
import type { Lead } from '#contract/leads/leads.ts'
import type { LeadColumn } from '#contract/leads/table-views.ts'
import { formatClock, formatDateTime, formatRecent, formatSince } from '../../../lib/i18n/format.ts'
import { ahead, lazily } from '../../../lib/lazy.ts'
import { SourceMark } from '../../../shared/source-mark.tsx'
import { StatusPill } from '../../../shared/status-pill.tsx'
import { Money } from '../../../ui/display/money.tsx'
import { PersonAvatar } from '../../../ui/display/person-avatar.tsx'
import { Phone } from '../../../ui/display/phone.tsx'
import { UserText } from '../../../ui/display/user-text.tsx'
import type { ColumnLook } from '../../../ui/table/columns.ts'
import { LeadName } from '../fields/lead-name.tsx'
import { LeadTags } from '../fields/lead-tags.tsx'
import type { LeadActions } from '../list/use-lead-actions.ts'
import { statusOf } from '../status/use-statuses.ts'
import { EditableCell } from './editable-cell.tsx'
import classes from './leads-table.module.css'

/** Loaded with the first call column that is shown. */
const callCells = () => import('./lead-call-cells.tsx')
const CallStatusCell = lazily(async () => ({ CallStatusCell: (await callCells()).CallStatusCell }), 'CallStatusCell')
const CallRecordingCell = lazily(
  async () => ({ CallRecordingCell: (await callCells()).CallRecordingCell }),
  'CallRecordingCell',
)

/** Loaded with the first value that is edited in its row. */
const editors = () => import('./cell-editors.tsx')
ahead(editors)
const StatusEditor = lazily(async () => ({ StatusEditor: (await editors()).StatusEditor }), 'StatusEditor')
const AssigneeEditor = lazily(async () => ({ AssigneeEditor: (await editors()).AssigneeEditor }), 'AssigneeEditor')
const TagsEditor = lazily(async () => ({ TagsEditor: (await editors()).TagsEditor }), 'TagsEditor')
const ValueEditor = lazily(async () => ({ ValueEditor: (await editors()).ValueEditor }), 'ValueEditor')

export type CellProps = { lead: Lead; actions: LeadActions; t: TFunction<'leads'> }

const utm = (name: 'source' | 'medium' | 'campaign' | 'content' | 'term') =>
  function UtmCell({ lead }: CellProps) {
    const text = lead.utm[name]
    return text ? <UserText cut>{text}</UserText> : '—'
  }

const timeOf = (at: string) => (
  <time dateTime={at} title={formatDateTime(at)}>
    {formatRecent(at)}
  </time>
)

const isPast = (at: string) => Date.parse(at) < Date.now()

/** Growing columns share one width, so that the offset of a pinned column can be computed. */
const growing = { width: 134, grows: true } as const

/**
 * The columns of the table, in their default order: width, whether shown at first, and cell. Cells are plain functions
 * without hooks, because a page has up to 100 rows.
 */
export const leadTableColumns: Record<LeadColumn, ColumnLook & { cell: (props: CellProps) => ReactNode }> = {
  name: {
    width: 176,
    cell: ({ lead, actions, t }) => (
      <span className={classes.name}>
        <a href={actions.hrefOf(lead)} className={classes.link} data-lead-link>
          <LeadName lead={lead} />
        </a>
        {lead.isDuplicate && (
          <span role="img" aria-label={t('duplicateMark')} title={t('duplicateMark')} className={classes.duplicate}>
            <IconCopy size={14} stroke={1.75} aria-hidden />
          </span>
        )}
      </span>
    ),
  },
  phone: { width: 112, cell: ({ lead }) => (lead.phone ? <Phone number={lead.phone} /> : '—') },
  email: {
    ...growing,
    cell: ({ lead }) =>
      lead.email ? (
        <bdi dir="ltr" className={classes.email} title={lead.email}>
          {lead.email}
        </bdi>
      ) : (
        '—'
      ),
  },
  status: {
    width: 132,
    cell: ({ lead, actions, t }) => {
      const look = statusOf(actions.statuses, lead)
      return (
        <EditableCell
          label={t('changeStatus', { status: look.name })}
          popup="menu"
          editor={actions.statusChange(lead) && (() => <StatusEditor lead={lead} actions={actions} />)}
        >
          <StatusPill {...look} />
        </EditableCell>
      )
    },
  },
  campaign: { ...growing, cell: ({ lead }) => <UserText cut>{lead.campaignName}</UserText> },
  source: { width: 116, cell: ({ lead }) => <SourceMark source={lead.source} /> },
  tags: {
    ...growing,
    isHidden: true,
    cell: ({ lead, actions, t }) => (
      <EditableCell
        label={t('changeTags', { tags: lead.tags.join(', ') || '—' })}
        popup="dialog"
        editor={actions.tagsChange(lead) && (() => <TagsEditor lead={lead} actions={actions} />)}
      >
        <LeadTags tags={lead.tags} />
      </EditableCell>
    ),
  },
  value: {
    width: 88,
    cell: ({ lead, actions, t }) => (
      <EditableCell
        label={t('editWhat', { what: t('columns.value') })}
        isRead
        editor={actions.valueChange(lead) && ((close) => <ValueEditor lead={lead} actions={actions} onClose={close} />)}
      >
        <Money agorot={lead.value} />
      </EditableCell>
    ),
  },
  assignedTo: {
    width: 72,
    cell: ({ lead, actions, t }) => {
      const name = lead.assignedTo?.name ?? t('unassigned')
      return (
        <EditableCell
          label={t('changeAssignee', { name })}
          popup="menu"
          editor={actions.assigneeChange(lead) && (() => <AssigneeEditor lead={lead} actions={actions} />)}
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
  },
  utmSource: { width: 116, isHidden: true, cell: utm('source') },
  utmMedium: { width: 116, isHidden: true, cell: utm('medium') },
  utmCampaign: { ...growing, isHidden: true, cell: utm('campaign') },
  utmContent: { ...growing, isHidden: true, cell: utm('content') },
  utmTerm: { ...growing, isHidden: true, cell: utm('term') },
  duplicate: { width: 84, isHidden: true, cell: ({ lead, t }) => (lead.isDuplicate ? t('duplicateYes') : '—') },
  callStatus: {
    width: 148,
    isHidden: true,
    cell: ({ lead, actions }) => {
      const call = actions.callOf(lead)
      return call ? (
        <Suspense>
          <CallStatusCell call={call} />
        </Suspense>
      ) : (
        '—'
      )
    },
  },
  callStart: {
    width: 112,
    isHidden: true,
    cell: ({ lead, actions }) => {
      const call = actions.callOf(lead)
      return call ? timeOf(call.startedAt) : '—'
    },
  },
  callDuration: {
    width: 88,
    isHidden: true,
    cell: ({ lead, actions }) => {
      const call = actions.callOf(lead)
      return call && call.duration > 0 ? <bdi dir="ltr">{formatClock(call.duration)}</bdi> : '—'
    },
  },
  callRecording: {
    width: 76,
    isHidden: true,
    cell: ({ lead, actions }) => {
      const call = actions.callOf(lead)
      return call ? (
        <Suspense>
          <CallRecordingCell call={call} businessId={actions.businessId} />
        </Suspense>
      ) : (
        '—'
      )
    },
  },
  firstResponse: {
    width: 112,
    isHidden: true,
    cell: ({ lead, t }) =>
      lead.firstResponseAt ? (
        <time dateTime={lead.firstResponseAt} title={formatDateTime(lead.firstResponseAt)}>
          {formatSince(lead.date, new Date(lead.firstResponseAt)) ?? t('underMinute')}
        </time>
      ) : (
        '—'
      ),
  },
  responseDue: {
    width: 112,
    isHidden: true,
    cell: ({ lead }) =>
      lead.responseDueAt && !lead.firstResponseAt ? (
        <span className={isPast(lead.responseDueAt) ? classes.late : undefined}>{timeOf(lead.responseDueAt)}</span>
      ) : (
        '—'
      ),
  },
  meetingStatus: { width: 112, isHidden: true, cell: ({ lead, t }) => t(`meetingStatuses.${lead.meetingStatus}`) },
  nextFollowUp: {
    width: 112,
    isHidden: true,
    cell: ({ lead, actions }) => {
      const dueAt = actions.nextFollowUpOf(lead)
      return dueAt ? timeOf(dueAt) : '—'
    },
  },
  lastActivity: { width: 112, isHidden: true, cell: ({ lead }) => timeOf(lead.lastActivityAt) },
  date: { width: 82, cell: ({ lead }) => timeOf(lead.date) },
}
