import { SegmentedControl, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Step } from '#contract/leads/automations/automation-shapes.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { TemplatePicker } from '../../../shared/message-templates/template-picker.tsx'

type Send = Extract<Step, { kind: 'send' }>
const channels = ['sms', 'email', 'whatsapp'] as const
type Props = { step: Send; channel: (typeof channels)[number]; onChange: (step: Send) => void }

/** A template of messages to leads, by channel. */
export function TemplateField({ step, channel: initial, onChange }: Props) {
  const { t } = useTranslation('message-templates')
  const { businessId } = useBusiness()
  const [channel, setChannel] = useState(initial)
  return (
    <Stack gap="xs">
      <SegmentedControl
        aria-label={t('channel')}
        data={channels.map((value) => ({ value, label: t(`channels.${value}`) }))}
        value={channel}
        onChange={(value) => setChannel(value === 'email' ? 'email' : 'sms')}
      />
      <TemplatePicker
        key={channel}
        businessId={businessId}
        channel={channel}
        onPick={({ templateId, language }) => onChange({ ...step, templateId, language })}
      />
    </Stack>
  )
}
