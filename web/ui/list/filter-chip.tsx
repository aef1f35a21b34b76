import { UnstyledButton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './filter-chip.module.css'

type Props = ComponentPropsWithRef<'button'> & {
  label: string
  /** The filter's value; without it the chip is dashed and adds the filter. */
  value?: string | undefined
  icon?: ReactNode
  onClear?: () => void
}

/** A filter's name and value with a clear button. Can be a Popover target. */
export function FilterChip({ label, value, icon, onClear, ...button }: Props) {
  const { t } = useTranslation()
  return (
    <span className={classes.chip} data-chosen={value ? true : undefined}>
      <UnstyledButton {...button} className={classes.main}>
        {icon}
        <span className={classes.label}>{label}</span>
        {value && (
          <span className={classes.value} dir="auto">
            {value}
          </span>
        )}
      </UnstyledButton>
      {value && onClear && (
        <UnstyledButton className={classes.clear} onClick={onClear} aria-label={t('clearFilter', { name: label })}>
          <IconX size={14} stroke={2} aria-hidden />
        </UnstyledButton>
      )}
    </span>
  )
}
