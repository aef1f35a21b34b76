import { useForm } from '@mantine/form'
import { useRouter } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { issuesOf } from '../../../lib/http/form-errors.ts'
import { currentLanguage } from '../../../lib/i18n/i18n.ts'
import { lazily } from '../../../lib/lazy.ts'
import { EMBED_MODAL } from '../../../lib/modal-stack.ts'
import { paths } from '../../../lib/paths.ts'
import { useBusiness, useCan } from '../../../lib/session/session.ts'
import { storage } from '../../../lib/storage.ts'
import { useDraft } from '../../../lib/unsaved/drafts.ts'
import { NoPermission } from '../../../ui/feedback/no-permission.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { ImageChoice } from '../../../ui/forms/image-choice.tsx'
import { StepPage } from '../../../ui/forms/step-page.tsx'
import { useSteps } from '../../../ui/forms/use-steps.ts'
import { Page } from '../../../ui/layout/page.tsx'
import { useCreateCampaign } from '../campaigns.api.ts'
import { CampaignBasics } from './campaign-basics.tsx'
import { besideLists, type CampaignForm, campaignRules, changesIn, emptyCampaign } from './campaign-form.ts'

/** Content of later steps, loaded separately. */
const CampaignLinks = lazily(() => import('../links/campaign-links.tsx'), 'CampaignLinks')
const CampaignWebsiteForm = lazily(() => import('./campaign-website-form.tsx'), 'CampaignWebsiteForm')
const CampaignPhone = lazily(() => import('./campaign-phone.tsx'), 'CampaignPhone')
const CampaignPeople = lazily(() => import('./campaign-people.tsx'), 'CampaignPeople')
const CampaignReview = lazily(() => import('./campaign-review.tsx'), 'CampaignReview')

const FORM = 'campaign-wizard'
const all = ['basics', 'sources', 'phone', 'people', 'review'] as const
type Step = (typeof all)[number]
/** Steps without the right to order numbers. */
const withoutPhone = ['basics', 'sources', 'people', 'review'] as const

const stepOf = (path: string): Step => {
  if (path.startsWith('links')) return 'sources'
  return /^(members|emailNotifications|smsNotifications)/.test(path) ? 'people' : 'basics'
}

/** Opens for every member; without the right it shows that access is missing. */
export function CreateCampaignPage() {
  const { t } = useTranslation('campaigns')
  const canCreate = useCan('campaigns.create')
  if (canCreate) return <Wizard />
  return (
    <Page title={t('form.create')}>
      <NoPermission />
    </Page>
  )
}

function Wizard() {
  const { t } = useTranslation(['campaigns', 'common', 'errors'])
  const router = useRouter()
  const { businessId } = useBusiness()
  const canOrder = useCan('numbers.order')
  const steps: readonly [Step, ...Step[]] = canOrder ? all : withoutPhone
  const create = useCreateCampaign(businessId)
  const form = useForm({ initialValues: emptyCampaign })
  const draft = useDraft(`new-campaign-${businessId}`, form, { lasting: { files: ['image'] } })
  const { values } = form
  const at = useSteps({ steps, form, errors: campaignRules(values), stepOf })

  /** Opens the embed code of the new form over the campaign's list of forms. */
  const showEmbed = (campaignId: string, embeds: string) => {
    router.history.push(paths.forms(businessId, campaignId))
    router.history.push(paths.forms(businessId, campaignId), { modals: [EMBED_MODAL], embeds })
  }
  const save = () =>
    create.mutate(
      {
        body: {
          name: values.name,
          ...changesIn(values, emptyCampaign),
          ...(values.takesForm && { form: { language: currentLanguage() } }),
        },
        image: values.image?.file,
      },
      {
        onSuccess: ({ campaign, formId, hasImage }) => {
          draft.drop()
          toast.success(t('form.created'))
          if (!hasImage) toast.error(t('avatar_failed', { ns: 'errors' }))
          if (canOrder && values.takesNumber) storage.newCampaign.set(campaign._id)
          else if (formId) return showEmbed(campaign._id, formId)
          router.history.push(paths.leads(businessId, campaign._id))
        },
        onError: (error) => {
          const issues = issuesOf(error)
          if (issues) at.show(besideLists(issues, values))
          else toast.error(error.message)
        },
      },
    )
  const cancel = () => {
    draft.drop()
    router.history.push(paths.campaigns(businessId))
  }

  return (
    <StepPage
      title={t('form.create')}
      text={t('form.createText')}
      formId={FORM}
      steps={steps.map((key) => ({ key, label: t(`steps.${key}`) }))}
      at={at}
      action={t('form.submit')}
      early={t('form.submitNow')}
      isBusy={create.isPending}
      onCancel={cancel}
      onSave={save}
    >
      <Suspense fallback={<SkeletonRows rows={4} columns={2} />}>
        <StepFields step={at.step} form={form} onEdit={at.go} />
      </Suspense>
    </StepPage>
  )
}

function StepFields({ step, form, onEdit }: { step: Step; form: CampaignForm; onEdit: (step: Step) => void }) {
  if (step === 'sources')
    return (
      <>
        <CampaignWebsiteForm form={form} />
        <CampaignLinks form={form} />
      </>
    )
  if (step === 'phone') return <CampaignPhone form={form} />
  if (step === 'people') return <CampaignPeople form={form} />
  if (step === 'review') return <CampaignReview values={form.values} onEdit={onEdit} />
  const { name, image } = form.values
  const choice = <ImageChoice name={name} chosen={image} onChoose={(chosen) => form.setFieldValue('image', chosen)} />
  return <CampaignBasics form={form} image={choice} isNew />
}
