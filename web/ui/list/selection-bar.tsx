import { UnstyledButton } from '@mantine/core'
import { type Icon, IconArrowBackUp, IconX } from '@tabler/icons-react'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './selection-bar.module.css'

type Props = {
  /** Names the bar to screen readers. */
  label: string
  /** How many rows are selected. */
  count: string
  onClear: () => void
  children: ReactNode
}

/** Actions on the selected rows of a list. Placed in the footer, so that it covers no row. */
export function SelectionBar({ label, count, onClear, children }: Props) {
  const { t } = useTranslation()
  return (
    <div className={classes.bar} role="toolbar" aria-label={label}>
      <strong aria-live="polite">{count}</strong>
      {children}
      <span className={classes.line} aria-hidden />
      <UnstyledButton className={classes.act} data-close aria-label={t('close')} onClick={onClear}>
        <IconX size={16} stroke={1.75} aria-hidden />
      </UnstyledButton>
    </div>
  )
}

type BarButtonProps = ComponentPropsWithRef<'button'> & { Icon: Icon; label: string; 'data-danger'?: boolean }

export const BarButton = ({ Icon: ButtonIcon, label, ...button }: BarButtonProps) => (
  <UnstyledButton {...button} className={classes.act}>
    <ButtonIcon size={16} stroke={1.75} aria-hidden {...(ButtonIcon === IconArrowBackUp && { 'data-mirror': true })} />
    {label}
  </UnstyledButton>
)
