import { Select, Stack, Switch, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { FlowSettings } from '#contract/calls/flows/flow-shapes.ts'
import { SPOKEN_MAX, standardTexts } from '#contract/calls/routing.ts'
import { languages } from '#contract/constants.ts'
import { AnsweringFields } from '../../../shared/talk/answering-fields.tsx'

type Props = { settings: FlowSettings; onChange: (settings: FlowSettings) => void }

export function SettingsFields({ settings, onChange }: Props) {
  const { t } = useTranslation('call-flows')
  const { t: voice, ready } = useTranslation('call-voice', { lng: settings.language, useSuspense: false })
  const { language, recording, whisper } = settings
  const set = (changes: Partial<FlowSettings>) => onChange({ ...settings, ...changes })
  return (
    <Stack>
      <Select
        data-autofocus
        label={t('settings.language')}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        data={languages.map((one) => ({ value: one, label: t(`settings.languages.${one}`) }))}
        value={language}
        onChange={(chosen) => chosen && set({ language: chosen })}
      />
      <Switch
        label={t('settings.recording')}
        description={t('settings.recordingText')}
        checked={recording}
        onChange={({ currentTarget }) => set({ recording: currentTarget.checked })}
      />
      <Switch
        label={t('settings.whisper')}
        description={t('settings.whisperText')}
        checked={whisper.isOn}
        onChange={({ currentTarget }) => set({ whisper: { ...whisper, isOn: currentTarget.checked } })}
      />
      {whisper.isOn && (
        <Textarea
          dir="auto"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={SPOKEN_MAX}
          aria-label={t('settings.whisperWords')}
          placeholder={ready ? voice(standardTexts.whisper(), { campaign: '…' }) : ''}
          value={whisper.text}
          onChange={({ currentTarget }) => set({ whisper: { ...whisper, text: currentTarget.value } })}
        />
      )}
      <AnsweringFields value={settings} onChange={set} />
    </Stack>
  )
}
