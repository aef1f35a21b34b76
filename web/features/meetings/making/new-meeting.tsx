import { Button, Modal, SegmentedControl, Stack, Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Language, languages } from '#contract/constants.ts'
import type { Lead } from '#contract/leads/leads.ts'
import type { Meeting, NoticeChannel } from '#contract/leads/meetings/meeting-shapes.ts'
import { dayOf, momentOf, plusDays } from '#contract/values/clock.ts'
import { formatDay, formatTime } from '../../../lib/i18n/format.ts'
import { useBusiness, useSession } from '../../../lib/session/session.ts'
import { UserText } from '../../../ui/display/user-text.tsx'
import { DialogFoot } from '../../../ui/layout/dialog-foot.tsx'
import { ChannelChoice } from '../meeting/channel-choice.tsx'
import { LinkField } from '../meeting/link-field.tsx'
import { channelsTo } from '../meeting-look.ts'
import { useMakeMeeting } from '../meetings.api.ts'
import { type Content, ContentFields, isComplete, sentContent } from './content-fields.tsx'
import { LeadChoice } from './lead-choice.tsx'
import classes from './making.module.css'
import { momentIn, TimeFields, type TypedTime, timeOf } from './time-fields.tsx'
import { TimeWarnings } from './time-warnings.tsx'

/** Offered for a meeting without a time: tomorrow at ten, for an hour. */
const MORNING = 600
const MINUTES = 60

export type LeadOfMeeting = Pick<Lead, '_id' | 'name' | 'phone' | 'email'>
type Props = {
  /** Absent: it is chosen first. */
  lead?: LeadOfMeeting
  startsAt?: string | undefined
  onClose: () => void
}

/** Makes a meeting with a lead. */
export function NewMeeting({ lead: given, startsAt, onClose }: Props) {
  const { t } = useTranslation(['meetings', 'common'])
  const [lead, choose] = useState<LeadOfMeeting | undefined>(given)
  const [made, setMade] = useState<{ url: string; meeting: Meeting } | null>(null)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(made ? 'madeTitle' : 'newTitle')}
      closeButtonProps={{ 'aria-label': t('close', { ns: 'common' }) }}
    >
      {!lead && <LeadChoice onChoose={choose} />}
      {lead && !made && <Form lead={lead} startsAt={startsAt} onClose={onClose} onMade={setMade} />}
      {made && <Made {...made} onClose={onClose} />}
    </Modal>
  )
}

type FormProps = Required<Pick<Props, 'lead' | 'onClose'>> & {
  startsAt: string | undefined
  onMade: (made: { url: string; meeting: Meeting }) => void
}
function Form({ lead, startsAt, onClose, onMade }: FormProps) {
  const { t } = useTranslation('meetings')
  const { businessId } = useBusiness()
  const { user } = useSession()
  const [time, setTime] = useState<TypedTime>(() => {
    const start = startsAt ?? momentOf(plusDays(dayOf(new Date()), 1), MORNING)
    return { day: dayOf(start), time: timeOf(start), minutes: MINUTES }
  })
  const [content, setContent] = useState<Content>(() => ({
    ...{ kind: 'at_office', title: t('form.titleExample'), place: '', link: '', message: '' },
    participantIds: [user._id],
  }))
  const all = channelsTo(lead)
  const [channels, setChannels] = useState<NoticeChannel[]>(all.slice(0, 1))
  const [reminds, setReminds] = useState(true)
  const [language, setLanguage] = useState<Language>('he')
  const { mutate, isPending } = useMakeMeeting(businessId)
  const moment = momentIn(time)
  const isReady = moment !== undefined && isComplete(content)
  const save = () => {
    if (!isReady || isPending) return
    const { title } = content
    const body = { leadId: lead._id, startsAt: moment, minutes: time.minutes, ...sentContent(content), channels }
    mutate(
      { ...body, ...guestIn(language, lead, title), reminds: reminds && channels.length > 0 },
      { onSuccess: onMade },
    )
  }
  return (
    <Stack
      component="form"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <p className={classes.text}>
        {t('with')} <UserText>{lead.name || lead.phone || lead.email || t('nameless')}</UserText>
      </p>
      <TimeFields value={time} onChange={setTime} />
      {moment && (
        <TimeWarnings
          asked={{
            ...{ leadId: lead._id, startsAt: moment, minutes: time.minutes },
            participantIds: content.participantIds,
          }}
        />
      )}
      <ContentFields leadId={lead._id} value={content} onChange={setContent} />
      <ChannelChoice label={t('form.invite')} channels={all} value={channels} onChange={setChannels} />
      <SegmentedControl
        withItemsBorders={false}
        aria-label={t('form.language')}
        value={language}
        onChange={(chosen) => setLanguage(chosen === 'en' ? 'en' : 'he')}
        data={languages.map((value) => ({ value, label: t(`form.languages.${value}`) }))}
      />
      {channels.length > 0 && (
        <Switch
          label={t('form.reminds')}
          checked={reminds}
          onChange={({ currentTarget }) => setReminds(currentTarget.checked)}
        />
      )}
      <DialogFoot onCancel={onClose}>
        <Button type="submit" disabled={!isReady} loading={isPending}>
          {t('make')}
        </Button>
      </DialogFoot>
    </Stack>
  )
}

/** The guest is the lead, written to in Hebrew, unless another language is chosen. */
const guestIn = (language: Language, { name, phone, email }: LeadOfMeeting, title: string) =>
  language !== 'he' && { guest: { name: name || phone || email || title, phone, email, language } }

/** The guest's link, which is not shown again, and when the invitation goes. */
function Made({ url, meeting, onClose }: { url: string; meeting: Meeting; onClose: () => void }) {
  const { t } = useTranslation(['meetings', 'common'])
  const invitation = meeting.notices.find(({ kind }) => kind === 'invitation')
  const isLater = invitation && Date.parse(invitation.at) > Date.now() + 60_000
  return (
    <Stack>
      <p className={classes.text}>
        {!invitation && t('made.byHand')}
        {invitation && !isLater && t('made.sent')}
        {invitation && isLater && t('made.later', { day: formatDay(invitation.at), time: formatTime(invitation.at) })}
      </p>
      <LinkField url={url} />
      <Button onClick={onClose}>{t('close', { ns: 'common' })}</Button>
    </Stack>
  )
}
