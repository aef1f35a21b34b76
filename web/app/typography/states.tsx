import { Button } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Loader } from '../../ui/feedback/loader.tsx'
import { NoPermission } from '../../ui/feedback/no-permission.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { Section } from './section.tsx'
import classes from './typography.module.css'

const failure = new Error('A failure to show')

export function States() {
  const { t } = useTranslation('typography')
  return (
    <Section title={t('sections.states')}>
      <div className={classes.states}>
        <EmptyState
          icon={<IconUsers />}
          title={t('states.emptyTitle')}
          text={t('states.emptyText')}
          action={<Button>{t('states.emptyAction')}</Button>}
        />
        <ErrorState error={failure} onRetry={() => undefined} />
        <NoPermission />
        <Loader />
      </div>
      <SkeletonRows rows={3} columns={4} />
    </Section>
  )
}
