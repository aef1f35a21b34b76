import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../lib/drafts.ts'
import { issuesOf } from '../../lib/form-errors.ts'
import { paths } from '../../lib/paths.ts'
import { FormSections } from '../../ui/form-section.tsx'
import { ImageChoice } from '../../ui/image-choice.tsx'
import { Page } from '../../ui/page.tsx'
import { Steps } from '../../ui/steps.tsx'
import { toast } from '../../ui/toast.tsx'
import { useSteps } from '../../ui/use-steps.ts'
import { BusinessContact, BusinessIdentity } from './business-fields.tsx'
import { besideFields, businessRules, emptyBusiness, inputOf } from './business-form.ts'
import { useCreateBusiness } from './businesses.api.ts'

const FORM = 'create-business'
const steps = ['identity', 'contact'] as const
type Step = (typeof steps)[number]

const stepOf = (path: string): Step =>
  /^(contactName|phone|email|city|street|country)$/.test(path) ? 'contact' : 'identity'

/** In two steps, of which only the name is needed. */
export function CreateBusinessPage() {
  const { t } = useTranslation(['businesses', 'common', 'errors'])
  const router = useRouter()
  const create = useCreateBusiness()
  const form = useForm({ initialValues: emptyBusiness })
  const draft = useDraft('create-business', form)
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
          router.history.push(paths.campaigns(business._id))
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
    router.history.back()
  }

  return (
    <Page
      title={t('create.title')}
      context={t('create.text')}
      actions={
        <>
          <Button variant="default" onClick={at.isFirst ? cancel : at.back}>
            {t(at.isFirst ? 'cancel' : 'back', { ns: 'common' })}
          </Button>
          <Button type="submit" form={FORM} loading={create.isPending}>
            {at.isLast ? t('create.submit') : t('next', { ns: 'common' })}
          </Button>
        </>
      }
    >
      <Steps
        steps={steps.map((key) => ({ key, label: t(`steps.${key}`) }))}
        current={at.step}
        reachable={at.reachable}
        onPick={at.go}
      />
      <form
        id={FORM}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (at.isLast && Object.keys(businessRules(values)).length === 0) save()
          else at.next()
        }}
      >
        <FormSections>
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
        </FormSections>
      </form>
    </Page>
  )
}
