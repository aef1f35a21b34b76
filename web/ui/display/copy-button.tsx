import { ActionIcon, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

const COPIED_MS = 1_500

/** Copies a value; `what` names it for screen readers ("Copy phone"). */
export function CopyButton({ value, what }: { value: string; what: string }) {
  const { t } = useTranslation()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    setCopied(true)
    setTimeout(() => setCopied(false), COPIED_MS)
  }
  const label = isCopied ? t('copied') : t('copyWhat', { what })
  const Icon = isCopied ? IconCheck : IconCopy
  return (
    <Tooltip label={label}>
      <ActionIcon size="xs" aria-label={label} onClick={() => void copy().catch(() => undefined)}>
        <Icon size={14} stroke={2} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
