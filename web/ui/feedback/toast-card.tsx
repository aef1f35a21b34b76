import { UnstyledButton } from '@mantine/core'
import { IconAlertCircleFilled, IconCircleCheckFilled, IconInfoCircleFilled, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCountdown } from './countdown.ts'
import classes from './toast-card.module.css'

export type ToastKind = 'success' | 'info' | 'error'
type Props = {
  kind: ToastKind
  message: string
  ms: number
  undo: (() => void) | undefined
  undoLabel?: string | undefined
  onClose: () => void
}

const icons = { success: IconCircleCheckFilled, info: IconInfoCircleFilled, error: IconAlertCircleFilled }

export function ToastCard({ kind, message, ms, undo, undoLabel, onClose }: Props) {
  const { t } = useTranslation()
  const { handlers } = useCountdown(ms, onClose)
  const Icon = icons[kind]
  const takeBack = () => {
    undo?.()
    onClose()
  }
  return (
    <div className={classes.toast} data-kind={kind} {...handlers}>
      <Icon className={classes.icon} aria-hidden />
      <span className={classes.message} dir="auto">
        {message}
      </span>
      {undo && (
        <UnstyledButton className={classes.undo} onClick={takeBack}>
          {undoLabel ?? t('undo')}
        </UnstyledButton>
      )}
      <span className={classes.line} aria-hidden />
      <UnstyledButton className={classes.close} aria-label={t('close')} onClick={onClose}>
        <IconX size={16} stroke={1.75} aria-hidden />
      </UnstyledButton>
    </div>
  )
}
