import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type Props = { onCancel: () => void; children: ReactNode }

/** The buttons at the end of a dialog: cancel, then what it is for. */
export function DialogFoot({ onCancel, children }: Props) {
  const { t } = useTranslation()
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onCancel}>
        {t('cancel')}
      </Button>
      {children}
    </Group>
  )
}
