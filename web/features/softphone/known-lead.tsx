import { IconHistory, IconMessage, IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EARLIER_COUNTED, type KnownLead as Known } from '#contract/calls/softphone.ts'
import { formatRecent } from '../../lib/i18n/format.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { CallStatus } from '../../shared/call-status.tsx'
import { StatusPill } from '../../shared/status-pill.tsx'
import { UserText } from '../../ui/display/user-text.tsx'
import { useStatusesIn } from './after-call/status-chips.ts'
import classes from './known-lead.module.css'

const TAGS_SHOWN = 3

/** What the person who answers should know: status, tags, search term, earlier calls and the last note. */
export function KnownLead({ known }: { known: Known }) {
  const { t } = useTranslation('softphone')
  const { businessId } = useBusiness()
  const statuses = useStatusesIn(businessId, undefined)
  const status = statuses.find(({ _id }) => _id === known.statusId)
  const { searchTerm, earlier, lastNote, tags } = known
  return (
    <div className={classes.known}>
      <div className={classes.pills}>
        {status && <StatusPill name={status.name} hue={status.hue} type={status.type} part={status.part} />}
        {tags.slice(0, TAGS_SHOWN).map((tag) => (
          <bdi key={tag} className={classes.tag}>
            {tag}
          </bdi>
        ))}
      </div>
      {searchTerm && (
        <p className={classes.row}>
          <IconSearch size={16} stroke={1.75} aria-hidden />
          <span className={classes.label}>{t('known.searchTerm')}</span>
          <UserText cut>{searchTerm}</UserText>
        </p>
      )}
      <div className={classes.row}>
        <IconHistory size={16} stroke={1.75} aria-hidden />
        <div className={classes.calls}>
          <span>
            {earlier.count === 0
              ? t('known.firstCall')
              : t(earlier.count < EARLIER_COUNTED ? 'known.earlier' : 'known.manyEarlier', { count: earlier.count })}
          </span>
          {earlier.last.length > 0 && (
            <ul className={classes.list}>
              {earlier.last.map(({ at, status, answeredBy }) => (
                <li key={at} className={classes.call}>
                  <CallStatus status={status} state="ended" iconOnly />
                  <bdi>{formatRecent(at)}</bdi>
                  {answeredBy && <UserText cut>{answeredBy}</UserText>}
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
      {lastNote && (
        <div className={classes.row}>
          <IconMessage size={16} stroke={1.75} aria-hidden />
          <div className={classes.calls}>
            <span className={classes.note} dir="auto">
              {lastNote.text}
            </span>
            <span className={classes.author}>
              <UserText cut>{lastNote.author}</UserText>
              <bdi>{formatRecent(lastNote.at)}</bdi>
            </span>
          </div>
        </div>
      )}
    </div>
  )
}
