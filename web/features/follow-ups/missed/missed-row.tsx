import { ActionIcon } from '@mantine/core'
import { IconAlarm, IconPhone, IconPhoneX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { MissedCaller } from '#contract/leads/follow-ups/missed-calls.ts'
import { dayOf } from '#contract/values/clock.ts'
import { useBusiness, useSession } from '../../../lib/session/session.ts'
import { useCallAct } from '../../../shared/numbers/call-out.ts'
import { ResponseTime } from '../../../shared/times/response-time.tsx'
import { Phone } from '../../../ui/display/phone.tsx'
import { RelativeTime } from '../../../ui/display/relative-time.tsx'
import { UserText } from '../../../ui/display/user-text.tsx'
import { piecesOfDue } from '../due.ts'
import type { FollowUpTarget } from '../follow-up-form.tsx'
import { LeadLink, Row } from '../today/row.tsx'
import today from '../today/today.module.css'
import { useMissedActions } from './missed.api.ts'
import classes from './missed.module.css'

type Props = {
  item: MissedCaller
  /** When the list arrived. */
  readAt: number
  /** Plans a call back at any other time. */
  onEdit: (target: FollowUpTarget) => void
}

/** A missed caller: called back, snoozed, or marked as returned. */
export function MissedRow({ item, readAt, onEdit }: Props) {
  const { t } = useTranslation(['missed-calls', 'follow-ups'])
  const { businessId } = useBusiness()
  const { user } = useSession()
  const actions = useMissedActions(businessId)
  const { callId, lead, caller, isFirstTime, campaignId, campaignName, number, clock, snoozedUntil } = item
  const name = lead?.name || caller
  // The number that they called from, which may be another than the lead's.
  const callee = { phone: caller, name, campaignId, leadId: lead?._id, doNotCall: lead?.doNotCall }
  const act = useCallAct(callee)
  return (
    <Row
      tone="late"
      Icon={IconPhoneX}
      name={name}
      heading={
        <>
          {lead ? <LeadLink lead={lead} otherwise={<Phone number={caller} />} /> : <Phone number={caller} />}
          {isFirstTime && <span className={today.mark}>{t('follow-ups:today.firstCall')}</span>}
        </>
      }
      below={
        <>
          <UserText cut>{campaignName}</UserText>
          <span className={classes.number} title={number.label || undefined}>
            <Phone number={number.phone} />
          </span>
        </>
      }
      text={<Tries item={item} />}
      time={snoozedUntil ? <Until at={snoozedUntil} /> : <ResponseTime clock={clock} readAt={readAt} />}
      main={act && { label: t('follow-ups:call'), Icon: IconPhone, callee }}
      snooze={
        snoozedUntil
          ? undefined
          : {
              onPick: (until) => actions.snooze(callId, until),
              ...(lead && {
                onOther: () => onEdit({ leadId: lead._id, campaignId: lead.campaignId, userId: user._id }),
              }),
            }
      }
      more={
        snoozedUntil && (
          <ActionIcon
            variant="subtle"
            className={today.act}
            aria-label={t('wakeOf', { name })}
            title={t('wake')}
            onClick={() => actions.wake(callId)}
          >
            <IconAlarm size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        )
      }
      onDone={() => actions.done(callId)}
    />
  )
}

/** How often and since when they tried, and whom they rang. */
function Tries({ item: { tries, firstAt, at, rang } }: { item: MissedCaller }) {
  const { t } = useTranslation(['missed-calls', 'follow-ups'])
  const names = rang.map((person) => person.name).join(', ')
  return (
    <span className={classes.tries}>
      <span className={classes.line}>
        <span>{t('follow-ups:today.tries', { count: tries })}</span>
        <RelativeTime at={firstAt} ago />
        {tries > 1 && <Last at={at} />}
      </span>
      <span className={classes.rang} title={names}>
        {names ? t('rang', { names }) : t('rangNone')}
      </span>
    </span>
  )
}

function Last({ at }: { at: string }) {
  const { t } = useTranslation('missed-calls')
  const [day, time] = piecesOfDue(at)
  const isToday = dayOf(at) === dayOf(new Date())
  return <span>{isToday ? t('last', { time }) : t('lastOn', { day, time })}</span>
}

function Until({ at }: { at: string }) {
  const { t } = useTranslation('missed-calls')
  const [day, time] = piecesOfDue(at)
  return <time dateTime={at}>{t('until', { day, time })}</time>
}
