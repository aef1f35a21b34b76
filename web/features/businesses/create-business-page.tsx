import { useForm } from '@mantine/form'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatPhone } from '#contract/values/phones.ts'
import { issuesOf } from '../../lib/http/form-errors.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { useDraft } from '../../lib/unsaved/drafts.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { ImageChoice } from '../../ui/forms/image-choice.tsx'
import { StepPage } from '../../ui/forms/step-page.tsx'
import { useSteps } from '../../ui/forms/use-steps.ts'
import { BusinessContact, BusinessIdentity } from './business-fields.tsx'
import { besideFields, businessRules, emptyBusiness, inputOf } from './business-form.ts'
import { useCreateBusiness } from './businesses.api.ts'

const FORM = 'create-business'
const steps = ['identity', 'contact'] as const
type Step = (typeof steps)[number]

const stepOf = (path: string): Step =>
  /^(contactName|phone|email|city|street|country)$/.test(path) ? 'contact' : 'identity'

/** Two steps; only the name is required. The contact is the user unless changed. */
export function CreateBusinessPage() {
  const { t } = useTranslation(['businesses', 'common', 'errors'])
  const router = useRouter()
  const create = useCreateBusiness()
  const { user, businesses } = useSession()
  const isFirst = businesses.length === 0
  const contact = { contactName: user.name, email: user.email, phone: user.phone ? formatPhone(user.phone) : '' }
  const form = useForm({ initialValues: { ...emptyBusiness, ...contact } })
  const draft = useDraft('create-business', form, { lasting: { files: ['image'] } })
  const { values } = form
  const at = useSteps({ steps, form, errors: businessRules(values), stepOf })

  const save = () =>
    create.mutate(
      { body: inputOf(values), image: values.image?.file },
      {
        onSuccess: ({ business, hasImage }) => {
          draft.drop()
          toast.success(t('create.done'))
          if (!hasImage) toast.error(t('avatar_failed', { ns: 'errors' }))
          // Goes on to create the first campaign, instead of showing an empty list. Back leads to the overview.
          router.history.push(paths.createCampaign(business._id))
        },
        onError: (error) => {
          const issues = issuesOf(error)
          if (issues) at.show(besideFields(issues))
          else toast.error(t('create.failed'))
        },
      },
    )
  const cancel = () => {
    draft.drop()
    if (isFirst) router.history.replace(paths.dashboard)
    else router.history.back()
  }

  return (
    <StepPage
      title={t('create.title')}
      text={t(isFirst ? 'none.text' : 'create.text')}
      formId={FORM}
      steps={steps.map((key) => ({ key, label: t(`steps.${key}`) }))}
      at={at}
      action={t('create.submit')}
      early={t('create.submitNow')}
      isBusy={create.isPending}
      onCancel={cancel}
      onSave={save}
    >
      {at.step === 'contact' ? (
        <BusinessContact form={form} />
      ) : (
        <BusinessIdentity
          form={form}
          autoFocus
          image={
            <ImageChoice
              name={values.name}
              chosen={values.image}
              onChoose={(image) => form.setFieldValue('image', image)}
            />
          }
        />
      )}
    </StepPage>
  )
}
