import { Button } from '@mantine/core'
import { IconBuildingStore } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

/** For people without a business: create one, or open the invitation they received. */
export function NoBusiness() {
  const { t } = useTranslation('businesses')
  return (
    <>
      <title>{`${t('none.title')} · Leadline`}</title>
      <EmptyState
        asPage
        icon={<IconBuildingStore />}
        title={t('none.title')}
        text={t('none.text')}
        action={
          <Button component={Link} to={paths.createBusiness}>
            {t('none.create')}
          </Button>
        }
      />
    </>
  )
}
