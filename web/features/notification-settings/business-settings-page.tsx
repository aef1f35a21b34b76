import { Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BusinessSettings, QuietHours } from '#contract/notifications/notification-settings.ts'
import { useBusiness, useCan } from '../../lib/session/session.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { NoPermission } from '../../ui/feedback/no-permission.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { FormSection, FormSections } from '../../ui/forms/form-section.tsx'
import { UnsavedGuard } from '../../ui/forms/unsaved-guard.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { AudienceTable } from './audience-table.tsx'
import { ClockPair } from './clock-pair.tsx'
import { businessSettingsQuery, templatesQuery, useChangeBusinessSettings } from './notification-settings.api.ts'
import { NIGHT } from './own-quiet-fields.tsx'
import { SenderForm } from './sender-form.tsx'
import { TemplateEditor } from './template-editor.tsx'

/** The business's default recipients, quiet hours, sender names and message templates. */
export function BusinessSettingsPage() {
  const { t } = useTranslation('notification-settings')
  const { businessId } = useBusiness()
  const canManage = useCan('business.settings')
  const { data, error, refetch } = useQuery({ ...businessSettingsQuery(businessId), enabled: canManage })
  return (
    <Page title={t('business.title')} context={t('business.text')}>
      {!canManage && <NoPermission />}
      {canManage && !data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {canManage && !data && !error && <SkeletonRows rows={8} columns={4} />}
      {canManage && data && <Sections key={businessId} settings={data} />}
      <UnsavedGuard />
    </Page>
  )
}

function Sections({ settings }: { settings: BusinessSettings }) {
  const { t } = useTranslation('notification-settings')
  return (
    <FormSections>
      <FormSection title={t('audiences.title')} text={t('audiences.text')}>
        <AudienceTable settings={settings} />
      </FormSection>
      <FormSection title={t('quiet.title')} text={t('business.quietText')}>
        <BusinessQuietFields settings={settings} />
      </FormSection>
      <FormSection title={t('sender.title')} text={t('sender.text')}>
        <SenderForm settings={settings} />
      </FormSection>
      <FormSection title={t('templates.title')} text={t('templates.text')}>
        <Templates />
      </FormSection>
    </FormSections>
  )
}

function Templates() {
  const { businessId } = useBusiness()
  const { data, error, refetch } = useQuery(templatesQuery(businessId))
  if (data) return <TemplateEditor templates={data} />
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={5} columns={2} />
}

/** Default quiet hours, for members without their own. */
function BusinessQuietFields({ settings }: { settings: BusinessSettings }) {
  const { t } = useTranslation('notification-settings')
  const { businessId } = useBusiness()
  const change = useChangeBusinessSettings(businessId)
  const [quiet, setQuiet] = useState(settings.quiet)
  const put = (next: QuietHours | null) => {
    setQuiet(next)
    change.mutate({ quiet: next })
  }
  return (
    <>
      <Switch
        label={t('business.hasQuiet')}
        checked={quiet !== null}
        onChange={({ currentTarget }) => put(currentTarget.checked ? NIGHT : null)}
      />
      {quiet && <ClockPair hours={quiet} onChange={put} />}
    </>
  )
}
