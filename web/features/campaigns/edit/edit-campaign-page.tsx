import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useParams, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Campaign, CampaignMember } from '#contract/campaigns.ts'
import { useDraft } from '../../../lib/drafts.ts'
import { issuesOf } from '../../../lib/http/form-errors.ts'
import { paths } from '../../../lib/paths.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { discardUnsaved, useUnsaved } from '../../../lib/unsaved.ts'
import { Picture } from '../../../ui/display/picture.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { NoPermission } from '../../../ui/feedback/no-permission.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { AvatarUpload } from '../../../ui/forms/avatar-upload.tsx'
import { onGaps } from '../../../ui/forms/form-gaps.ts'
import { FormSections } from '../../../ui/forms/form-section.tsx'
import { UnsavedGuard } from '../../../ui/forms/unsaved-guard.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { useCanInCampaign } from '../campaign-access.ts'
import { campaignQuery, useCampaignImage, useChangeCampaign } from '../campaigns.api.ts'
import { CampaignLinks } from '../links/campaign-links.tsx'
import { CampaignBasics } from './campaign-basics.tsx'
import { besideLists, campaignRules, changesIn, valuesOf } from './campaign-form.ts'
import { CampaignPeople } from './campaign-people.tsx'

const FORM = 'campaign-form'

/** All fields of a campaign on one page. */
export function EditCampaignPage() {
  const { campaignId } = useParams({ strict: false }) as { campaignId: string }
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
  const { t } = useTranslation(['campaigns', 'common'])
  const router = useRouter()
  const { businessId } = useBusiness()
  const { _id: campaignId, name, image } = campaign
  const save = useChangeCampaign(businessId, campaignId)
  const upload = useCampaignImage(businessId, campaignId)
  // Initial values stay as loaded: other people's later changes are not sent back by this form.
  const [before] = useState(() => valuesOf(campaign))
  const form = useForm({ initialValues: before, validate: campaignRules })
  const draft = useDraft(`campaign-${campaignId}`, form)
  const leave = () => router.history.push(paths.leads(businessId, campaignId))
  const changes = changesIn(form.values, before)
  const isDirty = Object.keys(changes).length > 0
  useUnsaved(`campaign-${campaignId}`, isDirty, draft.drop)

  const send = form.onSubmit((values) => {
    if (!isDirty) return leave()
    save.mutate(changes, {
      onSuccess: () => {
        discardUnsaved()
        toast.success(t('form.saved'))
        leave()
      },
      onError: (error) => {
        const issues = issuesOf(error)
        if (issues) form.setErrors(besideLists(issues, values))
        else toast.error(error.message)
      },
    })
  }, onGaps(form))

  return (
    <Page
      title={t('form.edit')}
      context={<bdi>{name}</bdi>}
      actions={
        <>
          <Button variant="default" onClick={() => router.history.push(paths.campaigns(businessId))}>
            {t('cancel', { ns: 'common' })}
          </Button>
          <Button type="submit" form={FORM} loading={save.isPending}>
            {t('save', { ns: 'common' })}
          </Button>
        </>
      }
    >
      <UnsavedGuard />
      <form id={FORM} onSubmit={send} noValidate>
        <FormSections>
          <CampaignBasics
            form={form}
            isNew={false}
            image={
              <AvatarUpload hasImage={image !== null} onUpload={upload}>
                <Picture size="xl" id={campaignId} name={name} image={image} />
              </AvatarUpload>
            }
          />
          <CampaignLinks form={form} />
          <CampaignPeople form={form} campaignId={campaignId} />
        </FormSections>
      </form>
    </Page>
  )
}
