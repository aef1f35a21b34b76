import { Radio, Select, Stack, Switch, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { closingKinds, type Routing, SPOKEN_MAX, standardTexts } from '#contract/calls/routing.ts'
import { type Language, languages } from '#contract/constants.ts'
import { errorBelow } from '../../../lib/http/error-below.ts'
import { campaignNamesQuery, useBusiness } from '../../../lib/session/session.ts'
import { AnsweringFields } from '../../../shared/talk/answering-fields.tsx'
import type { RoutingFields } from './routing-form.ts'

/** Whether calls are recorded, and the announcement to callers. */
export function RecordingFields({ routing, onChange, errors }: RoutingFields) {
  const { t } = useTranslation('numbers')
  const preview = useVoicePreview(routing.language)
  return (
    <Stack>
      <Switch
        label={t('voice.recording')}
        description={t('voice.recordingText')}
        checked={routing.recording}
        onChange={({ currentTarget }) => onChange({ recording: currentTarget.checked })}
      />
      <SpokenField
        name="announcement"
        standard={preview(standardTexts.announcement(routing))}
        {...{ routing, onChange, errors }}
      />
    </Stack>
  )
}

type AnswerProps = RoutingFields & { campaignId: string | null }

/** What the answering member hears and has to press. */
export function AnswerFields({ campaignId, routing, onChange, errors }: AnswerProps) {
  const { businessId } = useBusiness()
  const { data } = useQuery(campaignNamesQuery(businessId))
  const campaign = data?.campaigns.find(({ _id }) => _id === campaignId)?.name ?? ''
  const preview = useVoicePreview(routing.language)
  return (
    <Stack>
      <SpokenField
        name="whisper"
        standard={preview(standardTexts.whisper(), { campaign })}
        {...{ routing, onChange, errors }}
      />
      <AnsweringFields value={routing} onChange={onChange} />
    </Stack>
  )
}

/** The language of the standard announcements. */
export function SpokenLanguage({ routing, onChange }: RoutingFields) {
  const { t } = useTranslation('numbers')
  return (
    <Select
      label={t('voice.language')}
      allowDeselect={false}
      data={languages.map((language) => ({ value: language, label: t(`voice.languages.${language}`) }))}
      value={routing.language}
      onChange={(language) => language && onChange({ language })}
    />
  )
}

type SpokenProps = RoutingFields & {
  name: 'announcement' | 'whisper'
  /** Used where the field is empty. */
  standard: string
}

function SpokenField({ name, standard, routing, onChange, errors }: SpokenProps) {
  const { t } = useTranslation('numbers')
  const spoken = routing[name]
  const set = (changes: Partial<typeof spoken>) => onChange({ [name]: { ...spoken, ...changes } })
  return (
    <Stack gap="xs">
      <Switch
        label={t(`voice.${name}`)}
        description={t(`voice.${name}Text`)}
        checked={spoken.isOn}
        onChange={({ currentTarget }) => set({ isOn: currentTarget.checked })}
      />
      {name === 'announcement' && spoken.isOn && (
        <Switch
          label={t('voice.firstTimeOnly')}
          description={t('voice.firstTimeOnlyText')}
          checked={routing.announcement.firstTimeOnly ?? false}
          onChange={({ currentTarget }) =>
            onChange({ announcement: { ...routing.announcement, firstTimeOnly: currentTarget.checked } })
          }
        />
      )}
      {spoken.isOn && (
        <Textarea
          dir="auto"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={SPOKEN_MAX}
          aria-label={t(`voice.${name}Words`)}
          placeholder={standard}
          value={spoken.text}
          error={errorBelow(errors, name)}
          onChange={({ currentTarget }) => set({ text: currentTarget.value })}
        />
      )}
    </Stack>
  )
}

type ClosingProps = RoutingFields & { name: 'noAnswer' | 'outside' }

/** The closing for unanswered calls, or outside the hours. */
export function ClosingFields({ name, routing, onChange, errors }: ClosingProps) {
  const { t } = useTranslation('numbers')
  const preview = useVoicePreview(routing.language)
  const closing = routing[name]
  const set = (changes: Partial<Routing['noAnswer']>) => onChange({ [name]: { ...closing, ...changes } })
  return (
    <Stack gap="xs">
      <Radio.Group
        label={t(`closing.${name}`)}
        value={closing.kind}
        onChange={(kind) => set({ kind: closingKinds.find((one) => one === kind) ?? 'voicemail' })}
      >
        <Stack gap="xs" mt="xs">
          {closingKinds.map((kind) => (
            <Radio key={kind} value={kind} label={t(`closing.kinds.${kind}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {closing.kind !== 'hangup' && (
        <Textarea
          dir="auto"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={SPOKEN_MAX}
          aria-label={t('closing.words')}
          placeholder={preview(standardTexts[name](closing.kind))}
          value={closing.text}
          error={errorBelow(errors, name)}
          onChange={({ currentTarget }) => set({ text: currentTarget.value })}
        />
      )}
    </Stack>
  )
}

/** The standard announcements in the number's language, from the catalogue the server uses. Empty until loaded. */
function useVoicePreview(language: Language) {
  const { t, ready } = useTranslation('call-voice', { lng: language, useSuspense: false })
  return (key: string, values: { campaign?: string } = {}) => (ready ? t(key, values) : '')
}
