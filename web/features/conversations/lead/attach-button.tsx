import { ActionIcon, Popover } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SendingChannel } from '#contract/leads/conversations/message-shapes.ts'
import { lazily } from '../../../lib/lazy.ts'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import type { AttachedFile } from './attached-files.tsx'

const FilePicker = lazily(() => import('./file-picker.tsx'), 'FilePicker')

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
