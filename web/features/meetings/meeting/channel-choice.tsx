import { Checkbox, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { NoticeChannel } from '#contract/leads/meetings/meeting-shapes.ts'

type Props = {
  label: string
  /** Those by which the guest can be written to. */
  channels: readonly NoticeChannel[]
  value: readonly NoticeChannel[]
  onChange: (chosen: NoticeChannel[]) => void
}

/** Whether and how the guest is sent word. */
export function ChannelChoice({ label, channels, value, onChange }: Props) {
  const { t } = useTranslation('meetings')
  if (channels.length === 0) return null
  return (
    <Checkbox.Group
      label={label}
      value={[...value]}
      onChange={(chosen) => onChange(channels.filter((one) => chosen.includes(one)))}
    >
      <Group gap="md" pt="xs">
        {channels.map((one) => (
          <Checkbox key={one} value={one} label={t(`channels.${one}`)} />
        ))}
      </Group>
    </Checkbox.Group>
  )
}
