import { ActionIcon, Button, Textarea, TextInput } from '@mantine/core'
import { IconCalendarClock, IconSend2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ChannelOutlook } from '#contract/leads/conversations/conversations.ts'
import { MessagePreview } from '../../../shared/message-templates/message-preview.tsx'
import type { PickedTemplate } from '../../../shared/message-templates/template-picker.tsx'
import classes from './composer.module.css'
import type { useDraft } from './use-draft.ts'

export function SendButton({
  isReady,
  isPending,
  isScheduled,
}: Record<'isReady' | 'isPending' | 'isScheduled', boolean>) {
  const { t } = useTranslation('conversations')
  const Icon = isScheduled ? IconCalendarClock : IconSend2
  return (
    <Button type="submit" loading={isPending} disabled={!isReady} leftSection={<Icon size={16} aria-hidden />}>
      {t(isScheduled ? 'schedule' : 'send')}
    </Button>
  )
}

type Later = { value: string | undefined; onChange: (value: string | undefined) => void }
/** Asks for a later time. */
export function LaterButton({ value, onChange }: Later) {
  const { t } = useTranslation('conversations')
  return (
    <ActionIcon
      variant="default"
      aria-label={t('later')}
      aria-pressed={value !== undefined}
      onClick={() => onChange(value === undefined ? '' : undefined)}
    >
      <IconCalendarClock size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
}

/** The later time, once it is asked for. */
export function SendTime({ value, onChange }: Later) {
  const { t } = useTranslation('conversations')
  if (value === undefined) return null
  return (
    <TextInput
      label={t('later')}
      type="datetime-local"
      dir="ltr"
      w="16rem"
      maw="100%"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

/** What the server adds below advertising. */
export const Frame = ({ after }: { after: string }) =>
  after ? (
    <p className={classes.frame} dir="auto">
      {after.trim()}
    </p>
  ) : null

type ChosenProps = {
  channel: ChannelOutlook['channel']
  picked: PickedTemplate | undefined
  /** Words of one's own are not sent: contacts are hidden from the member. Else WhatsApp takes none now. */
  templatesOnly: boolean
  /** Whether words of one's own are possible instead. */
  canDrop: boolean
  onDrop: () => void
}
/** A template that is sent as it is. */
export function Chosen({ channel, picked, templatesOnly, canDrop, onDrop }: ChosenProps) {
  const { t } = useTranslation('conversations')
  if (!picked) return <p className={classes.hint}>{t(templatesOnly ? 'templatesOnly' : 'windowClosed')}</p>
  return (
    <>
      <MessagePreview channel={channel} language={picked.language} subject={picked.subject} text={picked.text} />
      {canDrop && (
        <Button size="compact-sm" variant="subtle" className={classes.drop} onClick={onDrop}>
          {t('dropTemplate')}
        </Button>
      )}
    </>
  )
}

type TextsProps = Pick<ReturnType<typeof useDraft>, 'draft' | 'type'> & {
  channel: ChannelOutlook['channel']
  onSend: () => void
}
export function Texts({ channel, draft, type, onSend }: TextsProps) {
  const { t } = useTranslation('conversations')
  return (
    <>
      {channel === 'email' && (
        <TextInput
          aria-label={t('subject')}
          placeholder={t('subject')}
          dir="auto"
          value={draft.subject}
          onChange={({ currentTarget }) => type({ ...draft, subject: currentTarget.value })}
        />
      )}
      <Textarea
        aria-label={t('text')}
        placeholder={t('placeholder')}
        dir="auto"
        autosize
        minRows={2}
        maxRows={8}
        value={draft.text}
        onChange={({ currentTarget }) => type({ ...draft, text: currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSend()
        }}
      />
    </>
  )
}
