import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconArrowBackUp, IconCircleCheckFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DoneToday } from '#contract/leads/follow-ups/today.ts'
import { formatTime, formatTotal } from '../../../lib/i18n/format.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { Phone } from '../../../ui/display/phone.tsx'
import { finish, useChangeFollowUps } from '../follow-ups.api.ts'
import { useMissedActions } from '../missed/missed.api.ts'
import classes from './progress.module.css'
import { LeadLink } from './row.tsx'
import type { Progress as ProgressOfDay } from './today.api.ts'
import today from './today.module.css'

const FIRST_ROWS = 5
type Props = { progress: ProgressOfDay; waiting: number; isTeam: boolean }

/** What was done today, out of all that there was to do; each row can be undone. */
export function Progress({ progress: { done }, waiting, isTeam }: Props) {
  const { t } = useTranslation('follow-ups')
  const [isOpen, open] = useState(false)
  const total = done.count + waiting
  const shown = isOpen ? done.items : done.items.slice(0, FIRST_ROWS)
  return (
    <section className={classes.panel} aria-labelledby="done-today">
      <h2 id="done-today" className={today.head}>
        {t('today.finished')}{' '}
        <span className={today.count}>
          {t('today.ofTotal', { done: formatTotal({ total: done.count, totalIsExact: done.countIsExact }), total })}
        </span>
        {shown.length < done.items.length && (
          <UnstyledButton className={classes.act} onClick={() => open(true)}>
            {t('today.all')}
          </UnstyledButton>
        )}
      </h2>
      <progress className={classes.bar} value={done.count} max={Math.max(total, 1)} aria-labelledby="done-today" />
      {done.count === 0 && <p className={classes.none}>{t('today.noneFinished')}</p>}
      <ul className={classes.rows}>
        {shown.map((item) => (
          <DoneRow key={`${item.at} ${item.callId ?? item.lead?._id}`} item={item} isTeam={isTeam} />
        ))}
      </ul>
      {isOpen && done.items.length < done.count && (
        <p className={classes.none}>{t('today.more', { count: done.count - done.items.length })}</p>
      )}
    </section>
  )
}

function DoneRow({ item, isTeam }: { item: DoneToday; isTeam: boolean }) {
  const { t } = useTranslation('follow-ups')
  const { businessId } = useBusiness()
  const { run } = useChangeFollowUps(businessId)
  const missed = useMissedActions(businessId)
  const { lead, caller, callId, action, at, user } = item
  const name = lead?.name || caller || t('noName')
  const what = action ? t(`actions.${action}`) : t('today.returned')
  const undo = () =>
    callId ? missed.reopen(callId) : lead && run({ act: () => finish({ leadId: lead._id, userId: user._id }, false) })
  return (
    <li className={classes.row}>
      <IconCircleCheckFilled className={classes.tick} size={18} aria-hidden />
      <span className={classes.what}>
        {lead ? <LeadLink lead={lead} /> : caller && <Phone number={caller} />}
        <span className={classes.kind}>{isTeam ? `${what} · ${user.name}` : what}</span>
      </span>
      <time className={classes.at} dateTime={at} dir="ltr">
        {formatTime(at)}
      </time>
      {item.canUndo && (
        <ActionIcon
          className={classes.undo}
          variant="subtle"
          size="sm"
          aria-label={t('today.undoOf', { name })}
          title={t('common:undo')}
          onClick={undo}
        >
          <IconArrowBackUp size={16} stroke={1.75} data-mirror aria-hidden />
        </ActionIcon>
      )}
    </li>
  )
}
