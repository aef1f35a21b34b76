import { ActionIcon } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

/** Closes the topmost modal first, since each open modal is a history entry. */
export function MobileBack() {
  const { t } = useTranslation('shell')
  const router = useRouter()
  return (
    <ActionIcon aria-label={t('back')} onClick={() => router.history.back()}>
      <IconArrowLeft size={20} stroke={1.75} data-mirror aria-hidden />
    </ActionIcon>
  )
}
