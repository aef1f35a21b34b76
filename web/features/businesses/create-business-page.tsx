import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { NewBusiness } from '#contract/businesses.ts'
import { setCurrentBusinessId, setCurrentCampaignId } from '../../lib/current.ts'
import { useDraft } from '../../lib/drafts.ts'
import { filled, rulesOf, showIssues } from '../../lib/form-errors.ts'
import { paths } from '../../lib/paths.ts'
import { clearSessionStorage } from '../../lib/storage.ts'
import { onGaps } from '../../ui/form-gaps.ts'
import { Page } from '../../ui/page.tsx'
import { phoneRule } from '../../ui/phone-rule.ts'
import { toast } from '../../ui/toast.tsx'
import { useCreateBusiness } from './businesses.api.ts'
import classes from './create-business-page.module.css'

const empty = { name: '', email: '', phone: '', contactName: '' }
/** All but the name may be left empty. */
const inputOf = ({ name, ...others }: typeof empty) => ({ name, ...filled(others) })
const rules = rulesOf(NewBusiness)

export function CreateBusinessPage() {
  const { t } = useTranslation(['businesses', 'common'])
  const router = useRouter()
  const create = useCreateBusiness()
  const form = useForm({
    initialValues: empty,
    validate: (values) => ({ ...phoneRule('phone', values.phone), ...rules(inputOf(values)) }),
  })
  const draft = useDraft('create-business', form)

  const send = form.onSubmit(
    (values) =>
      create.mutate(
        { body: inputOf(values) },
        {
          onSuccess: ({ _id }) => {
            draft.drop()
            clearSessionStorage()
            setCurrentCampaignId(null)
            setCurrentBusinessId(_id)
            toast.success(t('create.done'))
            router.history.push(paths.campaigns(_id))
          },
          onError: (error) => {
            if (!showIssues(form, error)) toast.error(t('create.failed'))
          },
        },
      ),
    onGaps(form),
  )

  return (
    <Page title={t('create.title')} context={t('create.text')}>
      <form onSubmit={send} noValidate className={classes.form}>
        <TextInput
          {...form.getInputProps('name')}
          dir="auto"
          label={t('create.name')}
          description={t('create.nameWhy')}
          withAsterisk
          required
          autoComplete="organization"
          autoFocus
        />
        <div className={classes.pair}>
          <TextInput
            {...form.getInputProps('email')}
            type="email"
            dir="ltr"
            label={t('create.email')}
            autoComplete="email"
          />
          <TextInput
            {...form.getInputProps('phone')}
            type="tel"
            dir="ltr"
            label={t('create.phone')}
            autoComplete="tel"
          />
        </div>
        <TextInput
          {...form.getInputProps('contactName')}
          dir="auto"
          label={t('create.contactName')}
          autoComplete="name"
        />
        <div className={classes.actions}>
          <Button type="submit" loading={create.isPending}>
            {t('create.submit')}
          </Button>
          <Button variant="subtle" onClick={() => router.history.back()}>
            {t('cancel', { ns: 'common' })}
          </Button>
        </div>
      </form>
    </Page>
  )
}
