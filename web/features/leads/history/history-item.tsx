import {
  type Icon,
  IconAlarm,
  IconArrowBackUp,
  IconBan,
  IconCalendarTime,
  IconCircleDashed,
  IconDownload,
  IconEraser,
  IconGitMerge,
  IconMessage,
  IconPaperclip,
  IconPencil,
  IconPhoneCall,
  IconRepeat,
  IconSparkles,
  IconTrash,
  IconUser,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { HistoryItem as Item } from '#contract/leads/history/lead-history.ts'
import { useSourceName } from '../../../shared/source-mark.tsx'
import type { StatusHue } from '../../../shared/status-pill.tsx'
import { type TimelineFrame, TimelineItem } from '../../../ui/display/timeline-item.tsx'
import type { LocalizedStatus } from '../status/use-statuses.ts'
import { FieldChange } from './field-change.tsx'
import { FileSaid } from './file-said.tsx'
import { FollowUpSaid } from './follow-up-said.tsx'
import classes from './lead-history.module.css'

type Look = { Icon: Icon; hue: StatusHue }
const looks: Partial<Record<Item['event'], Look>> = {
  'lead.created': { Icon: IconSparkles, hue: 'slate' },
  'lead.repeated': { Icon: IconRepeat, hue: 'sky' },
  'lead.refused': { Icon: IconBan, hue: 'slate' },
  'lead.deleted': { Icon: IconTrash, hue: 'red' },
  'lead.restored': { Icon: IconArrowBackUp, hue: 'green' },
  'lead.erased': { Icon: IconEraser, hue: 'red' },
  'lead.merged': { Icon: IconGitMerge, hue: 'violet' },
  'lead.unmerged': { Icon: IconArrowBackUp, hue: 'green' },
  'lead.call_barred': { Icon: IconBan, hue: 'red' },
  'lead.call_allowed': { Icon: IconArrowBackUp, hue: 'green' },
  'lead.response_late': { Icon: IconAlarm, hue: 'red' },
  'lead.ring_ended': { Icon: IconPhoneCall, hue: 'sky' },
  'lead.exported': { Icon: IconDownload, hue: 'slate' },
  'message.received': { Icon: IconMessage, hue: 'sky' },
  'message.written': { Icon: IconMessage, hue: 'slate' },
}
const file: Look = { Icon: IconPaperclip, hue: 'slate' }
const followUp: Look = { Icon: IconCalendarTime, hue: 'sky' }
const changed: Look = { Icon: IconPencil, hue: 'slate' }
const changedField: Record<string, Look> = {
  statusId: { Icon: IconCircleDashed, hue: 'violet' },
  assignedTo: { Icon: IconUser, hue: 'teal' },
}

const lookOfItem = ({ event, changes, followUp: said, file: about }: Item) => {
  if (about) return file
  if (said) return followUp
  const [field] = Object.keys(changes ?? {})
  return looks[event] ?? changedField[field ?? ''] ?? changed
}

/** The key of what an event says, below `history`. */
function textOf({ event, merged, followUp: said, rang }: Item) {
  if (rang) return `rang.${rang.outcome}` as const
  if (said?.byMerge) return event === 'follow_up.done' ? 'follow_up.merged' : 'follow_up.reopenedByMerge'
  if (merged && event === 'lead.deleted') return 'mergedInto'
  if (merged && event === 'lead.restored') return 'unmerged'
  return event.replace('lead.', '')
}

type Props = { item: Item; statuses: readonly LocalizedStatus[]; frame: TimelineFrame }
export function HistoryItem({ item, statuses, frame }: Props) {
  const { t } = useTranslation('leads')
  const sourceName = useSourceName()
  const { enquiry, message } = item
  const author = item.by?.name ?? item.keyName ?? item.formName ?? item.automationName
  const changes = item.event === 'lead.changed' ? Object.entries(item.changes ?? {}) : []
  return (
    <TimelineItem
      {...lookOfItem(item)}
      {...frame}
      at={item.at}
      line={
        <>
          {author && (
            <strong>
              <bdi>{author}</bdi>
            </strong>
          )}
          {changes.length === 0 && <span>{t(`history.${textOf(item)}`)}</span>}
          {item.merged?.map(({ _id, name }) => name && <bdi key={_id}>{name}</bdi>)}
          {changes.map(([field, values]) => (
            <FieldChange key={field} {...{ field, values, statuses }} own={item.ownFields?.[field]} />
          ))}
          {item.byRule && <span>{t(`history.byRule.${item.byRule}`)}</span>}
          {item.late && item.late.notified.length > 0 && (
            <span>{t('history.notified', { names: item.late.notified.join(', ') })}</span>
          )}
          {item.rang && item.rang.people.length > 0 && (
            <span>{t('history.rung', { names: item.rang.people.join(', ') })}</span>
          )}
          {item.file && <FileSaid file={item.file} />}
          {item.followUp && <FollowUpSaid followUp={item.followUp} />}
          {item.operation?.isUndo && <span className={classes.from}>{t('history.isUndo')}</span>}
          {item.operation?.isUndone && <span className={classes.from}>{t('history.undone')}</span>}
          {enquiry && <span>{t('history.via', { source: sourceName(enquiry.source) })}</span>}
        </>
      }
    >
      {message?.text && (
        <p className={classes.quote} dir="auto">
          {message.text}
        </p>
      )}
      {item.followUp?.note && (
        <p className={classes.quote} dir="auto">
          {item.followUp.note}
        </p>
      )}
      {enquiry?.message && (
        <p className={classes.quote} dir="auto">
          {enquiry.message}
        </p>
      )}
    </TimelineItem>
  )
}
