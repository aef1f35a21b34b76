import { ActionIcon, Popover } from '@mantine/core'
import { IconPaperclip, IconX } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SendingChannel } from '#contract/leads/conversations/message-shapes.ts'
import { formatBytes } from '../../../lib/i18n/format.ts'
import { lazily } from '../../../lib/lazy.ts'
import { UserText } from '../../../ui/display/user-text.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import classes from './composer.module.css'

const FilePicker = lazily(() => import('./file-picker.tsx'), 'FilePicker')

/** A file of the lead that is sent along. */
export type AttachedFile = { _id: string; name: string; bytes: number }

type Props = {
  businessId: string
  leadId: string
  /** WhatsApp takes one file a message, a text message none. */
  channel: SendingChannel
  files: readonly AttachedFile[]
  onChange: (files: readonly AttachedFile[]) => void
}

/** Opens the files of the lead, and takes one from the device. */
export function AttachButton({ channel, ...props }: Props) {
  const { t } = useTranslation('conversations')
  const [isOpen, open] = useState(false)
  if (channel === 'sms') return null
  return (
    <Popover opened={isOpen} onChange={open} width={340} position="top-end" trapFocus withinPortal>
      <Popover.Target>
        <ActionIcon
          variant="default"
          aria-label={t('attach.open')}
          aria-expanded={isOpen}
          onClick={() => open(!isOpen)}
        >
          <IconPaperclip size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Suspense fallback={<SkeletonRows rows={3} columns={1} />}>
          <FilePicker {...props} most={channel === 'whatsapp' ? 1 : undefined} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}

/** The files that are sent along. */
export function AttachedFiles({ files, onChange }: Pick<Props, 'files' | 'onChange'>) {
  const { t } = useTranslation('conversations')
  if (files.length === 0) return null
  return (
    <ul className={classes.files} aria-label={t('attach.chosen')}>
      {files.map(({ _id, name, bytes }) => (
        <li key={_id}>
          <IconPaperclip size={16} stroke={1.75} aria-hidden />
          <UserText>{name}</UserText>
          <span className={classes.hint}>{formatBytes(bytes)}</span>
          <ActionIcon
            size="sm"
            variant="subtle"
            aria-label={t('attach.drop', { name })}
            onClick={() => onChange(files.filter((one) => one._id !== _id))}
          >
            <IconX size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ul>
  )
}
