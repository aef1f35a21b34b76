import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazily } from '../../lib/lazy.ts'
import { paths } from '../../lib/paths.ts'
import { useIds } from '../../lib/search.ts'
import { campaignNamesQuery, useBusiness, useCan } from '../../lib/session/session.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { NoPermission } from '../../ui/feedback/no-permission.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { FormSection, FormSections } from '../../ui/forms/form-section.tsx'
import { Crumbs } from '../../ui/layout/crumbs.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { requestsQuery, sourceQuery } from './lead-sources.api.ts'
import { SampleBox } from './sample-box.tsx'
import { SourceAddress } from './source-address.tsx'
import { SourceMenu } from './source-menu.tsx'

/** Below the address, so they are loaded separately. */
const SourceForm = lazily(() => import('./source-form.tsx'), 'SourceForm')
const RequestList = lazily(() => import('./request-list.tsx'), 'RequestList')

/** One source: its address, a sample, what its fields hold, and what came. */
export function SourcePage() {
  const { t } = useTranslation('lead-sources')
  const { campaignId, sourceId } = useIds(paths.leadSource)
  const { businessId } = useBusiness()
  const isOwner = useCan('business.settings')
  const { data, error, refetch } = useQuery({ ...sourceQuery(businessId, sourceId), enabled: isOwner })
  const names = useQuery(campaignNamesQuery(businessId))
  const campaign = names.data?.campaigns.find(({ _id }) => _id === campaignId)?.name ?? ''
  return (
    <Page
      title={data?.source.name ?? t('title')}
      context={<Crumbs trail={[{ name: campaign, to: paths.campaignTab(businessId, campaignId, 'sources') }]} />}
      beside={data && <SourceMenu source={data.source} />}
    >
      {!isOwner && <NoPermission />}
      {isOwner && error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isOwner && !error && !data && <SkeletonRows rows={6} columns={2} />}
      {data && (
        <FormSections>
          <FormSection title={t('address')} text={t(`guides.${data.source.kind}`)}>
            <SourceAddress source={data.source} />
          </FormSection>
          <FormSection title={t('sample.title')} text={t('sample.explained')}>
            <SampleBox source={data.source} sampleAt={data.sample?.at} />
          </FormSection>
          <Suspense fallback={<SkeletonRows rows={4} columns={2} />}>
            <SourceForm key={data.sample?.at ?? 'none'} source={data.source} sample={data.sample} />
          </Suspense>
          <FormSection title={t('requests.title')} text={t('requests.text')}>
            <Suspense fallback={<SkeletonRows rows={3} columns={2} />}>
              <Requests sourceId={sourceId} />
            </Suspense>
          </FormSection>
        </FormSections>
      )}
    </Page>
  )
}

function Requests({ sourceId }: { sourceId: string }) {
  const { t } = useTranslation('lead-sources')
  const { businessId } = useBusiness()
  const { data } = useQuery(requestsQuery(businessId, { sourceId, state: 'all', limit: 25 }))
  if (!data) return <SkeletonRows rows={3} columns={2} />
  return data.deliveries.length ? <RequestList requests={data.deliveries} /> : <p>{t('requests.none')}</p>
}
