import { ActionIcon } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/paths.ts'
import { useBusiness } from '../../../lib/session/session.ts'

/** Instead of the menu of the settings, which does not stand beside the editor. */
export function BackToList() {
  const { t } = useTranslation('automations')
  const { businessId } = useBusiness()
  return (
    <ActionIcon component={Link} to={paths.automations(businessId)} aria-label={t('toList')}>
      <IconArrowLeft size={20} stroke={1.75} data-mirror aria-hidden />
    </ActionIcon>
  )
}
