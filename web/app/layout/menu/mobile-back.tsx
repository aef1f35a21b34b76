import { ActionIcon } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/paths.ts'
import { useSession } from '../../../lib/session/session.ts'

/** Closes the topmost modal first, since each open modal is a history entry. At the start of history: to the settings. */
export function MobileBack({ isAtStart }: { isAtStart: boolean }) {
  const { t } = useTranslation('shell')
  const { businessId = '' } = useSession()
  const router = useRouter()
  const toSettings = () => void router.navigate({ href: paths.settings(businessId), replace: true })
  return (
    <ActionIcon aria-label={t('back')} onClick={isAtStart ? toSettings : () => router.history.back()}>
      <IconArrowLeft size={20} stroke={1.75} data-mirror aria-hidden />
    </ActionIcon>
  )
}
