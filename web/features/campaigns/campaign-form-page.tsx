import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useBusiness, useCan } from '../../lib/session.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { NoPermission } from '../../ui/no-permission.tsx'
import { Page } from '../../ui/page.tsx'
import { SkeletonRows } from '../../ui/skeleton-rows.tsx'
import { toast } from '../../ui/toast.tsx'
import { useCanInCampaign } from './campaign-access.ts'
import { CampaignFields } from './campaign-fields.tsx'
import { type CampaignValues, emptyCampaign, valuesOf } from './campaign-form.ts'
import { campaignQuery, useSaveCampaign } from './campaigns.api.ts'

const FORM = 'campaign-form'

/** Creates a campaign, or edits the one in the address: the same form. */
export function CampaignFormPage() {
  const { campaignId } = useParams({ strict: false }) as { campaignId?: string }
  return campaignId ? <EditCampaign campaignId={campaignId} /> : <CreateCampaign />
}

function CreateCampaign() {
  const { t } = useTranslation('campaigns')
  const canCreate = useCan('campaigns.create')
  if (!canCreate)
    return (
      <Page title={t('form.create')}>
        <NoPermission />
      </Page>
    )
  return (
    <FormPage
      title={t('form.create')}
      context={t('form.createText')}
      submit={t('form.submit')}
      values={emptyCampaign}
    />
  )
}

function EditCampaign({ campaignId }: { campaignId: string }) {
  const { t } = useTranslation(['campaigns', 'common'])
  const { businessId } = useBusiness()
  const can = useCanInCampaign()
  const { data, error, refetch } = useQuery(campaignQuery(businessId, campaignId))
  if (data && can('campaigns.edit', data.campaign))
    return (
      <FormPage
        key={campaignId}
        campaignId={campaignId}
        title={t('form.edit')}
        context={<bdi>{data.campaign.name}</bdi>}
        submit={t('save', { ns: 'common' })}
        values={valuesOf(data.campaign)}
      />
    )
  return (
    <Page title={t('form.edit')}>
      {data && <NoPermission />}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={8} columns={2} />}
    </Page>
  )
}

type FormPageProps = {
  campaignId?: string
  title: string
  context: ReactNode
  submit: string
  values: CampaignValues
}

function FormPage({ campaignId, title, context, submit, values }: FormPageProps) {
  const { t } = useTranslation(['campaigns', 'common'])
  const router = useRouter()
  const { businessId } = useBusiness()
  const save = useSaveCampaign(businessId, campaignId)
  return (
    <Page
      title={title}
      context={context}
      actions={
        <>
          <Button variant="default" onClick={() => router.history.push(paths.campaigns(businessId))}>
            {t('cancel', { ns: 'common' })}
          </Button>
          <Button type="submit" form={FORM} loading={save.isPending}>
            {submit}
          </Button>
        </>
      }
    >
      <CampaignFields
        id={FORM}
        draftId={campaignId ? `campaign-${campaignId}` : `new-campaign-${businessId}`}
        initialValues={values}
        save={save}
        onSaved={(saved) => {
          toast.success(t(campaignId ? 'form.saved' : 'form.created'))
          router.history.push(paths.leads(businessId, saved))
        }}
      />
    </Page>
  )
}
