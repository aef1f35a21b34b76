import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Campaign, CampaignMember } from '#contract/campaigns.ts'
import { lazily } from '../../../lib/lazy.ts'
import { paths } from '../../../lib/paths.ts'
import { useIds } from '../../../lib/search.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { Picture } from '../../../ui/display/picture.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { NoPermission } from '../../../ui/feedback/no-permission.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { AvatarUpload } from '../../../ui/forms/avatar-upload.tsx'
import { EditPage } from '../../../ui/forms/edit-page.tsx'
import { failInto } from '../../../ui/forms/form-failure.ts'
import { FormSections } from '../../../ui/forms/form-section.tsx'
import { useEditForm } from '../../../ui/forms/use-edit-form.ts'
import { Page } from '../../../ui/layout/page.tsx'
import { useCanInCampaign } from '../campaign-access.ts'
import { campaignQuery, useCampaignImage, useChangeCampaign } from '../campaigns.api.ts'
import { CampaignBasics } from './campaign-basics.tsx'
import { besideLists, type CampaignValues, campaignRules, changesIn, valuesOf } from './campaign-form.ts'
import { CampaignPace } from './campaign-pace.tsx'

/** Below the first screen, so it is loaded separately. */
const CampaignLinks = lazily(() => import('../links/campaign-links.tsx'), 'CampaignLinks')
const CampaignPeople = lazily(() => import('./campaign-people.tsx'), 'CampaignPeople')

/** All fields of a campaign on one page. */
export function EditCampaignPage() {
  const { campaignId } = useIds(paths.editCampaign)
  // Also loads the namespaces of child components: loading them later would suspend the whole screen again.
  const { t } = useTranslation(['campaigns', 'images', 'unsaved'])
  const { businessId } = useBusiness()
  const can = useCanInCampaign()
  const { data, error, refetch } = useQuery(campaignQuery(businessId, campaignId))
  if (data && can('campaigns.edit', data.campaign)) return <EditForm key={campaignId} campaign={data.campaign} />
  return (
    <Page title={t('form.edit')}>
      {data && <NoPermission />}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={8} columns={2} />}
    </Page>
  )
}

function EditForm({ campaign }: { campaign: Campaign & { members: CampaignMember[] } }) {
  const { t } = useTranslation('campaigns')
  const router = useRouter()
  const { businessId } = useBusiness()
  const { _id: campaignId, name, image } = campaign
  const save = useChangeCampaign(businessId, campaignId)
  const upload = useCampaignImage(businessId, campaignId)
  const edit = useEditForm({
    id: `campaign-${campaignId}`,
    initialValues: valuesOf(campaign),
    validate: campaignRules,
    changesIn,
  })
  const { form, changes, isDirty, settle } = edit
  const leave = () => router.history.push(paths.campaign(businessId, campaignId))
  const send = (values: CampaignValues) => {
    if (!isDirty) return leave()
    save.mutate(changes, {
      onSuccess: () => {
        settle(values)
        toast.success(t('form.saved'))
        leave()
      },
      onError: failInto(form, (issues) => besideLists(issues, values)),
    })
  }
  return (
    <EditPage
      edit={edit}
      onSend={send}
      isSaving={save.isPending}
      onCancel={leave}
      title={t('form.edit')}
      context={<bdi>{name}</bdi>}
    >
      <FormSections>
        <CampaignBasics
          form={form}
          image={
            <AvatarUpload hasImage={image !== null} onUpload={upload}>
              <Picture size="xl" id={campaignId} name={name} image={image} />
            </AvatarUpload>
          }
        >
          <CampaignPace form={form} />
        </CampaignBasics>
        <Suspense fallback={<SkeletonRows rows={6} columns={2} />}>
          <CampaignLinks form={form} />
          <CampaignPeople form={form} campaignId={campaignId} />
        </Suspense>
      </FormSections>
    </EditPage>
  )
}
