import { MultiSelect, SegmentedControl, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  MEETING_MESSAGE_MAX,
  MEETING_PLACE_MAX,
  MEETING_TITLE_MAX,
  type MeetingKind,
  meetingKinds,
  PARTICIPANTS_MAX,
} from '#contract/leads/meetings/meeting-shapes.ts'
import type { User } from '#contract/team/users.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { meetingPeopleQuery } from '../meetings.api.ts'
import classes from './making.module.css'

export type Content = {
  kind: MeetingKind
  title: string
  place: string
  link: string
  message: string
  participantIds: string[]
}
/** A phone call and a video meeting have no place. */
export const hasPlace = (kind: MeetingKind) => kind === 'at_office' || kind === 'at_customer'

/** As the API takes it: what another kind would have is left out. */
export const sentContent = ({ kind, title, place, link, message, participantIds }: Content) => ({
  ...{ kind, title: title.trim(), message, participantIds },
  place: hasPlace(kind) ? place.trim() : '',
  link: kind === 'video' && link.trim() ? link.trim() : null,
})
/** Videos have an address of the web, or none yet. */
export const isComplete = ({ kind, title, link, participantIds }: Content) =>
  title.trim() !== '' &&
  participantIds.length > 0 &&
  (kind !== 'video' || link.trim() === '' || /^https?:\/\/\S+$/.test(link.trim()))

type Props = {
  leadId: string
  value: Content
  onChange: (value: Content) => void
  /** Those who take part already, although they may have left the campaign. */
  participants?: readonly User[]
}

/** What the meeting is, where, and with whom. */
export function ContentFields({ leadId, value, onChange, participants = [] }: Props) {
  const { t } = useTranslation('meetings')
  const { businessId } = useBusiness()
  const { data } = useQuery(meetingPeopleQuery(businessId, leadId))
  const people = new Map([...participants, ...(data?.people ?? [])].map((one) => [one._id, one]))
  const set = (changes: Partial<Content>) => onChange({ ...value, ...changes })
  return (
    <>
      <SegmentedControl
        fullWidth
        withItemsBorders={false}
        className={classes.kinds ?? ''}
        aria-label={t('form.kind')}
        value={value.kind}
        onChange={(kind) => set({ kind: meetingKinds.find((one) => one === kind) ?? value.kind })}
        data={meetingKinds.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
      />
      <TextInput
        label={t('form.title')}
        value={value.title}
        dir="auto"
        required
        maxLength={MEETING_TITLE_MAX}
        onChange={({ currentTarget }) => set({ title: currentTarget.value })}
      />
      {hasPlace(value.kind) && (
        <TextInput
          label={t(`form.place.${value.kind}`)}
          value={value.place}
          dir="auto"
          maxLength={MEETING_PLACE_MAX}
          onChange={({ currentTarget }) => set({ place: currentTarget.value })}
        />
      )}
      {value.kind === 'video' && (
        <TextInput
          label={t('form.link')}
          value={value.link}
          dir="ltr"
          type="url"
          placeholder="https://"
          onChange={({ currentTarget }) => set({ link: currentTarget.value })}
        />
      )}
      <MultiSelect
        label={t('form.participants')}
        data={[...people.values()].map(({ _id, name }) => ({ value: _id, label: name }))}
        value={data ? value.participantIds : value.participantIds.filter((one) => people.has(one))}
        maxValues={PARTICIPANTS_MAX}
        searchable
        onChange={(participantIds) => set({ participantIds })}
      />
      <Textarea
        label={t('form.message')}
        value={value.message}
        dir="auto"
        autosize
        minRows={2}
        maxRows={5}
        maxLength={MEETING_MESSAGE_MAX}
        onChange={({ currentTarget }) => set({ message: currentTarget.value })}
      />
    </>
  )
}
