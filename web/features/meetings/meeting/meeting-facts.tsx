import { Button } from '@mantine/core'
import {
  type Icon,
  IconBrandWaze,
  IconClock,
  IconListDetails,
  IconMapPin,
  IconMessage,
  IconUser,
  IconUsers,
  IconVideo,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Meeting } from '#contract/leads/meetings/meeting-shapes.ts'
import { dayOf } from '#contract/values/clock.ts'
import { formatTime } from '../../../lib/i18n/format.ts'
import { hebrewDateText } from '../../../lib/i18n/hebrew-date.ts'
import { PersonAvatar } from '../../../ui/display/person-avatar.tsx'
import { Phone } from '../../../ui/display/phone.tsx'
import { UserText } from '../../../ui/display/user-text.tsx'
import { kindIcons } from '../meeting-look.ts'
import { fullDate } from '../meeting-time.ts'
import { googleMapsTo, wazeTo } from '../outside-links.ts'
import classes from './meeting-drawer.module.css'

/** When, how and where it is, and who takes part. */
export function MeetingFacts({ meeting }: { meeting: Meeting }) {
  const { t } = useTranslation('meetings')
  const { startsAt, endsAt, kind, place, link, participants, guest, message } = meeting
  return (
    <dl className={classes.facts}>
      <Fact FactIcon={IconClock} name={t('facts.time')}>
        <span>
          {fullDate(startsAt)}, <bdi dir="ltr">{`${formatTime(startsAt)}–${formatTime(endsAt)}`}</bdi>
        </span>
        <span className={classes.faint}>{hebrewDateText(dayOf(startsAt))}</span>
      </Fact>
      <Fact FactIcon={kindIcons[kind]} name={t('facts.kind')}>
        {t(`kinds.${kind}`)}
      </Fact>
      {place && (
        <Fact FactIcon={IconMapPin} name={t('facts.place')}>
          <UserText>{place}</UserText>
          <span className={classes.links}>
            <Outside href={wazeTo(place)} icon={<IconBrandWaze size={16} aria-hidden />} text={t('waze')} />
            <Outside href={googleMapsTo(place)} icon={<IconMapPin size={16} aria-hidden />} text={t('googleMaps')} />
          </span>
        </Fact>
      )}
      {link && (
        <Fact FactIcon={IconVideo} name={t('facts.link')}>
          <span className={classes.links}>
            <Outside href={link} icon={<IconVideo size={16} aria-hidden />} text={t('join')} />
          </span>
        </Fact>
      )}
      <Fact FactIcon={IconUsers} name={t('facts.participants')}>
        {participants.length === 0 && <span className={classes.faint}>{t('noParticipants')}</span>}
        {participants.map(({ _id, name, image }) => (
          <span key={_id} className={classes.person}>
            <PersonAvatar id={_id} name={name} image={image} />
            <UserText>{name}</UserText>
          </span>
        ))}
      </Fact>
      <Fact FactIcon={IconUser} name={t('facts.guest')}>
        <UserText>{guest.name}</UserText>
        {guest.phone && (
          <span className={classes.faint}>
            <Phone number={guest.phone} />
          </span>
        )}
        {guest.email && (
          <bdi className={classes.faint} dir="ltr">
            {guest.email}
          </bdi>
        )}
      </Fact>
      {meeting.answers.length > 0 && (
        <Fact FactIcon={IconListDetails} name={t('facts.answers')}>
          {meeting.answers.map(({ label, value }) => (
            <span key={label} className={classes.message}>
              <bdi className={classes.faint}>{label}</bdi> <bdi>{value}</bdi>
            </span>
          ))}
        </Fact>
      )}
      {message && (
        <Fact FactIcon={IconMessage} name={t('facts.message')}>
          <span className={classes.message} dir="auto">
            {message}
          </span>
        </Fact>
      )}
    </dl>
  )
}

function Fact({ FactIcon, name, children }: { FactIcon: Icon; name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>
        <FactIcon size={18} stroke={1.75} aria-label={name} role="img" />
      </dt>
      <dd>{children}</dd>
    </div>
  )
}

const Outside = ({ href, icon, text }: { href: string; icon: ReactNode; text: string }) => (
  <Button component="a" variant="default" size="xs" href={href} target="_blank" rel="noreferrer" leftSection={icon}>
    {text}
  </Button>
)
