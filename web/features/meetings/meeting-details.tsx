import { Button } from '@mantine/core'
import {
  IconBrandGoogle,
  IconBrandWaze,
  IconCalendarPlus,
  IconCalendarTime,
  IconMapPin,
  IconMessage,
  IconUsers,
  IconVideo,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { calendarFileOf, type GuestMeeting } from '#contract/leads/meetings/guest-meetings.ts'
import { dayOf } from '#contract/values/clock.ts'
import { formatTime } from '../../lib/i18n/format.ts'
import { hebrewDateText } from '../../lib/i18n/hebrew-date.ts'
import { paths } from '../../lib/paths.ts'
import type { MeetingLink } from './guest-meeting.api.ts'
import classes from './guest-meeting.module.css'
import { fullDate } from './meeting-time.ts'
import { googleCalendarOf, googleMapsTo, wazeTo } from './outside-links.ts'

type Props = { meeting: GuestMeeting; isOn: boolean }
/** What, when, where, and with whom. A meeting that is off has no links to its place. */
export function MeetingDetails({ meeting, isOn }: Props) {
  const { t } = useTranslation('guest-meeting')
  const { title, startsAt, endsAt, place, link, hosts, message } = meeting
  return (
    <section className={classes.card} aria-label={t('details')}>
      <h2 className={classes.name}>
        <bdi>{title}</bdi>
      </h2>
      <Line icon={<IconCalendarTime />}>
        <time dateTime={startsAt}>{fullDate(startsAt)}</time>
        <bdi className={classes.hours} dir="ltr">{`${formatTime(startsAt)}–${formatTime(endsAt)}`}</bdi>
        <span className={classes.faint}>{hebrewDateText(dayOf(startsAt))}</span>
      </Line>
      {place && (
        <Line icon={<IconMapPin />}>
          <bdi>{place}</bdi>
          {isOn && (
            <span className={classes.links}>
              <Outside href={wazeTo(place)} icon={<IconBrandWaze size={16} />} text={t('waze')} />
              <Outside href={googleMapsTo(place)} icon={<IconMapPin size={16} />} text={t('googleMaps')} />
            </span>
          )}
        </Line>
      )}
      {link && isOn && (
        <Line icon={<IconVideo />}>
          <span className={classes.links}>
            <Outside href={link} icon={<IconVideo size={16} />} text={t('join')} />
          </span>
        </Line>
      )}
      {hosts.length > 0 && (
        <Line icon={<IconUsers />}>
          <bdi>{t('with', { names: hosts.join(', ') })}</bdi>
        </Line>
      )}
      {message && (
        <Line icon={<IconMessage />}>
          <span className={classes.message} dir="auto">
            {message}
          </span>
        </Line>
      )}
    </section>
  )
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.line}>
      <span className={classes.icon} aria-hidden>
        {icon}
      </span>
      <div className={classes.value}>{children}</div>
    </div>
  )
}

/** `noreferrer`: the address of the guest's page is a secret. */
function Outside({ href, icon, text }: { href: string; icon: ReactNode; text: string }) {
  return (
    <Button component="a" variant="default" href={href} target="_blank" rel="noreferrer" leftSection={icon}>
      {text}
    </Button>
  )
}

export function CalendarLinks({ link, meeting }: { link: MeetingLink; meeting: GuestMeeting }) {
  const { t } = useTranslation('guest-meeting')
  const page = `${window.location.origin}${paths.meeting(link.id, link.token)}`
  return (
    <section className={classes.calendar} aria-label={t('calendar')}>
      <h2 className={classes.head}>{t('calendar')}</h2>
      <span className={classes.links}>
        <Button
          component="a"
          variant="default"
          href={`/api${calendarFileOf(link.id, link.token)}`}
          leftSection={<IconCalendarPlus size={16} />}
        >
          {t('calendarFile')}
        </Button>
        <Outside
          href={googleCalendarOf(meeting, page)}
          icon={<IconBrandGoogle size={16} />}
          text={t('googleCalendar')}
        />
      </span>
    </section>
  )
}
