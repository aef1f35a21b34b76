import { ActionIcon, Tooltip } from '@mantine/core'
import { type Icon, IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

const COPIED_MS = 1_500

type Props = {
  /** The text, or what gives it when it is copied. */
  value: string | (() => string)
  /** Names the value for screen readers ("Copy phone"). */
  what: string
  Icon?: Icon
  size?: 'xs' | 'md'
}

/** Copies a value. */
export function CopyButton({ value, what, Icon: OwnIcon = IconCopy, size = 'xs' }: Props) {
  const { t } = useTranslation()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(typeof value === 'string' ? value : value())
    setCopied(true)
    setTimeout(() => setCopied(false), COPIED_MS)
  }
  const label = isCopied ? t('copied') : t('copyWhat', { what })
  const ShownIcon = isCopied ? IconCheck : OwnIcon
  return (
    <Tooltip label={label}>
      <ActionIcon size={size} aria-label={label} onClick={() => void copy().catch(() => undefined)}>
        <ShownIcon size={14} stroke={2} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
