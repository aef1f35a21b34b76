import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { TodaySection } from '#contract/leads/follow-ups/today.ts'
import { formatTotal } from '../../../lib/i18n/format.ts'
import { paths } from '../../../lib/paths.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import type { FollowUpTarget } from '../follow-up-form.tsx'
import { MissedRow } from '../missed/missed-row.tsx'
import { FollowUpRow } from './follow-up-row.tsx'
import { sectionId } from './section-tabs.tsx'
import classes from './today.module.css'
import type { ChosenFollowUps } from './use-chosen.ts'
import { useRowSwipe } from './use-row-swipe.ts'
import { WaitingRow } from './waiting-row.tsx'

type Props = {
  section: TodaySection
  /** When the sections arrived. */
  readAt: number
  isTeam: boolean
  onEdit: (target: FollowUpTarget) => void
  chosen: ChosenFollowUps
}

/** One section of Today; an empty one is a single line. */
export function Section({ section, readAt, isTeam, onEdit, chosen }: Props) {
  const { t } = useTranslation('follow-ups')
  const { kind, count, countIsExact, items } = section
  const { businessId } = useBusiness()
  const swipes = useRowSwipe()
  if (count === 0) return <p className={classes.none}>{t(`today.none.${kind}`)}</p>
  return (
    <section aria-labelledby={sectionId(kind)}>
      <div className={classes.top}>
        <h2 id={sectionId(kind)} tabIndex={-1} className={classes.head}>
          {t(`today.sections.${kind}`)}{' '}
          <span className={classes.count}>{formatTotal({ total: count, totalIsExact: countIsExact })}</span>
        </h2>
        {kind === 'missedCalls' && (
          <Link to={paths.missedCalls(businessId)} className={classes.all}>
            {t('today.allMissed')}
          </Link>
        )}
      </div>
      <ul className={classes.rows} {...swipes}>
        {section.kind === 'followUps' &&
          section.items.map((item) => (
            <FollowUpRow
              key={item.followUp._id}
              {...{ item, isTeam, onEdit }}
              choice={{
                isChosen: chosen.has(item.followUp._id),
                onToggle: () => chosen.toggle(item.followUp._id),
              }}
            />
          ))}
        {section.kind === 'missedCalls' &&
          section.items.map((item) => <MissedRow key={item.callId} {...{ item, readAt, onEdit }} />)}
        {section.kind === 'newLeads' &&
          section.items.map((item) => <WaitingRow key={item.lead._id} {...{ item, readAt, onEdit }} />)}
      </ul>
      {items.length < count && <p className={classes.none}>{t('today.more', { count: count - items.length })}</p>}
    </section>
  )
}
