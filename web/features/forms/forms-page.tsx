import { IconForms } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useIds } from '../../lib/search.ts'
import { campaignNamesQuery, useBusiness, useCan } from '../../lib/session/session.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { NoPermission } from '../../ui/feedback/no-permission.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { FormCrumbs } from './form-crumbs.tsx'
import { FormList } from './form-list.tsx'
import { useForms } from './forms.api.ts'
import { NewFormButton } from './new-form-button.tsx'

/** The forms of a campaign. */
export function FormsPage() {
  const { t } = useTranslation('forms')
  const { campaignId } = useIds(paths.forms)
  const { businessId } = useBusiness()
  const { data: names } = useQuery(campaignNamesQuery(businessId))
  const canRead = useCan('forms.read', campaignId)
  if (canRead) return <Forms campaignId={campaignId} />
  return <Page title={t('title')}>{names ? <NoPermission /> : <SkeletonRows rows={4} columns={4} />}</Page>
}

function Forms({ campaignId }: { campaignId: string }) {
  const { t } = useTranslation('forms')
  const { businessId } = useBusiness()
  const { data, error, refetch } = useForms(businessId, campaignId)
  const { data: names } = useQuery(campaignNamesQuery(businessId))
  const campaign = names?.campaigns.find(({ _id }) => _id === campaignId)
  const forms = data?.forms ?? []
  const canEdit = useCan('campaigns.edit', campaignId)
  const create = canEdit && <NewFormButton campaignId={campaignId} />
  return (
    <Page
      title={t('title')}
      context={campaign && <FormCrumbs campaignId={campaignId} campaignName={campaign.name} isList />}
      actions={forms.length > 0 && create}
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <SkeletonRows rows={4} columns={4} />}
      {data && forms.length === 0 && (
        <EmptyState icon={<IconForms />} title={t('empty.title')} text={t('empty.text')} action={create} />
      )}
      {forms.length > 0 && <FormList forms={forms} />}
    </Page>
  )
}
