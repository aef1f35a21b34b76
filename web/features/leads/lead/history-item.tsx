import {
  type Icon,
  IconArrowBackUp,
  IconCircleDashed,
  IconDownload,
  IconEraser,
  IconNote,
  IconPencil,
  IconRepeat,
  IconSparkles,
  IconTrash,
  IconUser,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { HistoryItem as Item } from '#contract/leads/leads.ts'
import { formatDateTime, formatTime } from '../../../lib/i18n/format.ts'
import { useSourceName } from '../../../shared/source-mark.tsx'
import type { StatusHue } from '../../../shared/status-pill.tsx'
import type { LocalizedStatus } from '../status/use-statuses.ts'
import { FieldChange } from './field-change.tsx'
import classes from './lead-history.module.css'

type Look = { Icon: Icon; hue: StatusHue }
const looks: Partial<Record<Item['event'], Look>> = {
  'lead.created': { Icon: IconSparkles, hue: 'slate' },
  'lead.repeated': { Icon: IconRepeat, hue: 'sky' },
  'lead.commented': { Icon: IconNote, hue: 'amber' },
  'lead.deleted': { Icon: IconTrash, hue: 'red' },
  'lead.restored': { Icon: IconArrowBackUp, hue: 'green' },
  'lead.erased': { Icon: IconEraser, hue: 'red' },
  'lead.exported': { Icon: IconDownload, hue: 'slate' },
}
const changed: Look = { Icon: IconPencil, hue: 'slate' }
const changedField: Record<string, Look> = {
  statusId: { Icon: IconCircleDashed, hue: 'violet' },
  assignedTo: { Icon: IconUser, hue: 'teal' },
}

const lookOfItem = ({ event, changes }: Item) => {
  const [field] = Object.keys(changes ?? {})
  return looks[event] ?? changedField[field ?? ''] ?? changed
}

export function HistoryItem({ item, statuses }: { item: Item; statuses: readonly LocalizedStatus[] }) {
  const { t } = useTranslation('leads')
  const sourceName = useSourceName()
  const { Icon: ItemIcon, hue } = lookOfItem(item)
  const { enquiry } = item
  const author = item.by?.name ?? item.keyName ?? item.formName
  const changes = item.event === 'lead.changed' ? Object.entries(item.changes ?? {}) : []
  return (
    <li className={classes.item}>
      <span className={classes.disc} data-hue={hue} aria-hidden>
        <ItemIcon size={15} stroke={1.75} />
      </span>
      <div className={classes.words}>
        <div className={classes.line}>
          {author && <bdi className={classes.author}>{author}</bdi>}
          {changes.length === 0 && <span>{t(`history.${item.event.replace('lead.', '')}`)}</span>}
          {changes.map(([field, values]) => (
            <FieldChange key={field} field={field} values={values} statuses={statuses} />
          ))}
          {enquiry && <span>{t('history.via', { source: sourceName(enquiry.source) })}</span>}
        </div>
        {item.comment !== undefined && (
          <p className={classes.comment} dir="auto">
            {item.comment || t('history.textErased')}
          </p>
        )}
        {enquiry?.message && (
          <p className={classes.quote} dir="auto">
            {enquiry.message}
          </p>
        )}
      </div>
      <time className={classes.time} dateTime={item.at} title={formatDateTime(item.at)}>
        {formatTime(item.at)}
      </time>
    </li>
  )
}
