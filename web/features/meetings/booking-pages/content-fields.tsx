import { SegmentedControl, Select, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { languages } from '#contract/constants.ts'
import type { BookingSettings } from '#contract/leads/meetings/booking/booking-pages.ts'
import { MEETING_PLACE_MAX, MEETING_TITLE_MAX, meetingKinds } from '#contract/leads/meetings/meeting-shapes.ts'
import { useNarrow } from '../../../lib/use-narrow.ts'
import classes from './booking-pages.module.css'

export type SettingsProps = {
  settings: BookingSettings
  set: (changes: Partial<BookingSettings>) => void
  errorOf: (path: string) => string | undefined
}
/** What is said on the page, in both languages, and what kind of meeting it is. */
export function ContentFields({ settings, set, errorOf }: SettingsProps) {
  const { t } = useTranslation('booking-pages')
  const { title, intro, consent, kind, place, link } = settings
  return (
    <>
      <div className={classes.pair}>
        {languages.map((language) => (
          <TextInput
            key={language}
            label={t(`name.${language}`)}
            lang={language}
            dir={language === 'he' ? 'rtl' : 'ltr'}
            maxLength={MEETING_TITLE_MAX}
            value={title[language]}
            error={errorOf('settings.title')}
            onChange={({ currentTarget }) => set({ title: { ...title, [language]: currentTarget.value } })}
          />
        ))}
      </div>
      <MeetingKind kind={kind} onChange={(chosen) => set({ kind: chosen })} />
      {kind === 'at_office' && (
        <TextInput
          label={t('place')}
          dir="auto"
          maxLength={MEETING_PLACE_MAX}
          value={place}
          onChange={({ currentTarget }) => set({ place: currentTarget.value })}
        />
      )}
      {kind === 'video' && (
        <TextInput
          label={t('videoLink')}
          dir="ltr"
          type="url"
          required
          placeholder="https://"
          value={link ?? ''}
          error={errorOf('settings.link')}
          onChange={({ currentTarget }) => set({ link: currentTarget.value })}
        />
      )}
      {(['intro', 'consent'] as const).map((field) => (
        <div key={field} className={classes.pair}>
          {languages.map((language) => (
            <Textarea
              key={language}
              label={t(`${field}.${language}`)}
              lang={language}
              dir={language === 'he' ? 'rtl' : 'ltr'}
              autosize
              minRows={2}
              maxRows={6}
              maxLength={1_000}
              value={(field === 'intro' ? intro : consent)[language]}
              onChange={({ currentTarget }) =>
                set({ [field]: { ...(field === 'intro' ? intro : consent), [language]: currentTarget.value } })
              }
            />
          ))}
        </div>
      ))}
    </>
  )
}

type Kind = BookingSettings['kind']
/** On a phone a list: four names beside each other are wider than it. */
function MeetingKind({ kind, onChange }: { kind: Kind; onChange: (kind: Kind) => void }) {
  const { t } = useTranslation('booking-pages')
  const isNarrow = useNarrow()
  const shared = {
    value: kind,
    data: meetingKinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
    onChange: (chosen: string | null) => onChange(meetingKinds.find((one) => one === chosen) ?? kind),
  }
  if (isNarrow) return <Select {...shared} label={t('kind')} allowDeselect={false} />
  return <SegmentedControl {...shared} aria-label={t('kind')} withItemsBorders={false} />
}
