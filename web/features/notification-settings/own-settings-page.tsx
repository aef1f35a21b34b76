import { IconBellOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useBusiness, useSession } from '../../lib/session/session.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { FormSection, FormSections } from '../../ui/forms/form-section.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { ChannelList } from './channel-list.tsx'
import { EventMatrix } from './event-matrix.tsx'
import { ownSettingsQuery } from './notification-settings.api.ts'
import { OwnQuietFields } from './own-quiet-fields.tsx'
import { PushDevices } from './push-devices.tsx'

/**
 * The member's notifications in the current business: events, channels and quiet hours; each choice is saved at once.
 */
export function OwnSettingsPage() {
  const { businessId } = useSession()
  return businessId ? <OwnSettings key={businessId} /> : <WithoutBusiness />
}

function WithoutBusiness() {
  const { t } = useTranslation('notification-settings')
  return (
    <Page title={t('own.title')}>
      <EmptyState
        icon={<IconBellOff size={28} stroke={1.5} />}
        title={t('own.noBusiness')}
        text={t('own.noBusinessText')}
      />
    </Page>
  )
}

function OwnSettings() {
  const { t } = useTranslation('notification-settings')
  const { businessId, business } = useBusiness()
  const { data, error, refetch } = useQuery(ownSettingsQuery(businessId))
  return (
    <Page title={t('own.title')} context={<bdi>{business.name || business.email}</bdi>}>
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={8} columns={5} />}
      {data && (
        <FormSections>
          <FormSection title={t('own.events')} text={t('own.eventsText')}>
            <EventMatrix settings={data} />
          </FormSection>
          <FormSection title={t('quiet.title')} text={t('own.quietText')}>
            <OwnQuietFields settings={data} />
          </FormSection>
          <FormSection title={t('channels.title')} text={t('channels.text')}>
            <ChannelList settings={data} />
          </FormSection>
          <FormSection title={t('push.title')} text={t('push.text')}>
            <PushDevices />
          </FormSection>
        </FormSections>
      )}
    </Page>
  )
}
