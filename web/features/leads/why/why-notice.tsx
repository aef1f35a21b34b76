import { type Icon, IconAlertTriangle, IconBellOff, IconCheck, IconClock, IconMinus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Notice, NoticeOutcome } from '#contract/leads/history/lead-why.ts'
import { formatDateTime } from '../../../lib/i18n/format.ts'
import { StateLabel } from '../../../shared/state-label.tsx'
import { PersonAvatar } from '../../../ui/display/person-avatar.tsx'
import classes from './lead-why.module.css'

type Person = Notice['people'][number]
const isReached = ({ outcomes }: Person) => outcomes.some(({ state }) => state !== 'skipped')

/** Who was notified of an event and by which channel, and why others were not. */
export function WhyNotice({ notice }: { notice: Notice }) {
  const { t } = useTranslation(['lead-why', 'notification-settings'])
  const { action, at, people, isSilent, isExplained } = notice
  const reached = people.filter(isReached)
  const others = people.filter((person) => !isReached(person))
  return (
    <li className={classes.item}>
      <h4 className={classes.head}>
        <span>{t(`events.${action}`, { ns: 'notification-settings' })}</span>
        <time dateTime={at}>{formatDateTime(at)}</time>
      </h4>
      {isSilent && <p className={classes.none}>{t('silentImport')}</p>}
      <People people={reached} />
      {others.length > 0 && (
        <>
          <p className={classes.label}>{t('notNotified')}</p>
          <People people={others} />
        </>
      )}
      {!isExplained && !isSilent && <p className={classes.none}>{t('notExplained')}</p>}
    </li>
  )
}

const People = ({ people }: { people: readonly Person[] }) => (
  <ul className={classes.people}>
    {people.map(({ user, address, outcomes }) => (
      <li key={user?._id ?? address}>
        <PersonAvatar name={user?.name ?? address ?? ''} {...(user && { id: user._id, image: user.image })} />
        <div className={classes.person}>
          <bdi className={classes.name}>{user?.name ?? address}</bdi>
          <ul className={classes.outcomes}>
            {grouped(outcomes).map((group) => (
              <Outcome key={group.map(({ channel }) => channel).join(' ')} outcomes={group} />
            ))}
          </ul>
        </div>
      </li>
    ))}
  </ul>
)

/** Outcomes that differ by channel alone are one line. */
const grouped = (outcomes: readonly NoticeOutcome[]) => [
  ...Map.groupBy(outcomes, ({ state, reason, at }) =>
    [state, reason, state === 'skipped' ? '' : at].join(' '),
  ).values(),
]

const good = { Icon: IconCheck, hue: 'green' }
const bad = { Icon: IconAlertTriangle, hue: 'red' }
const waits = { Icon: IconClock, hue: 'amber' }
const looks: Record<NoticeOutcome['state'], { Icon: Icon; hue: string }> = {
  seen: good,
  arrived: good,
  sent: good,
  removed: good,
  silent: { Icon: IconBellOff, hue: 'slate' },
  waiting: waits,
  held: waits,
  lost: bad,
  failed: bad,
  skipped: { Icon: IconMinus, hue: 'slate' },
}

function Outcome({ outcomes }: { outcomes: readonly NoticeOutcome[] }) {
  const { t } = useTranslation(['lead-why', 'notification-settings'])
  const [first] = outcomes
  if (!first) return null
  const { state, at, reason } = first
  const channels = [
    ...new Set(outcomes.map(({ channel }) => t(`channels.${channel}`, { ns: 'notification-settings' }))),
  ]
  const cause =
    reason && (state === 'skipped' ? t(`skipped.${reason}`) : t(`reasons.${reason}`, { ns: 'notification-settings' }))
  return (
    <li>
      <StateLabel look={looks[state]}>
        <span>
          <span className={classes.channel}>{channels.join(', ')}</span>
          {' · '}
          {cause && state === 'skipped' ? cause : t(`states.${state}`, { at: at && formatDateTime(at) })}
          {cause && state !== 'skipped' && ` (${cause})`}
        </span>
      </StateLabel>
    </li>
  )
}
