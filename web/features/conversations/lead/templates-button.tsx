import { Button, Popover } from '@mantine/core'
import { IconTemplate } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SendingChannel } from '#contract/leads/conversations/message-shapes.ts'
import { lazily } from '../../../lib/lazy.ts'
import type { PickedTemplate } from '../../../shared/message-templates/template-picker.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'

const TemplatePicker = lazily(() => import('../../../shared/message-templates/template-picker.tsx'), 'TemplatePicker')

type Props = {
  businessId: string
  leadId: string
  channel: SendingChannel
  isClosed: boolean
  onPick: (picked: PickedTemplate) => void
}

/** Opens the templates of the channel, filled in for the lead. */
export function TemplatesButton({ isClosed, onPick, ...of }: Props) {
  const { t } = useTranslation('conversations')
  const [isOpen, open] = useState(false)
  return (
    <Popover opened={isOpen} onChange={open} width={340} position="top-end" trapFocus withinPortal>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconTemplate size={16} stroke={1.75} aria-hidden />}
          onClick={() => open(!isOpen)}
        >
          {t('templates')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Suspense fallback={<SkeletonRows rows={3} columns={1} />}>
          <TemplatePicker
            {...of}
            isAdvertisingClosed={isClosed}
            onPick={(picked) => {
              open(false)
              onPick(picked)
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
