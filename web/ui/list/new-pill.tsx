import { UnstyledButton } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './new-pill.module.css'

/** "3 new" beside a title: new rows that are held back until the pill is pressed. */
export function NewPill({ count, onClick }: { count: number; onClick: () => void }) {
  const { t } = useTranslation()
  return (
    <span aria-live="polite">
      {count > 0 && (
        <UnstyledButton className={classes.pill} onClick={onClick}>
          <IconArrowUp size={14} stroke={2} aria-hidden />
          {t('newItems', { count })}
        </UnstyledButton>
      )}
    </span>
  )
}
