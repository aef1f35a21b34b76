import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazily } from '../../lib/lazy.ts'
import { EMBED_MODAL } from '../../lib/modal-stack.ts'
import { paths } from '../../lib/paths.ts'
import { useIds } from '../../lib/search.ts'
import { campaignNamesQuery, useBusiness, useCan } from '../../lib/session/session.ts'
import { useDraft } from '../../lib/unsaved/drafts.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { NoPermission } from '../../ui/feedback/no-permission.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { failInto, onGaps } from '../../ui/forms/form-failure.ts'
import { Page } from '../../ui/layout/page.tsx'
import { FormCrumbs } from './form-crumbs.tsx'
import classes from './form-editor.module.css'
import { FormEditor } from './form-editor.tsx'
import { besideLists, emptyForm, type FormValues, formRules, inputOf, valuesOf } from './form-values.ts'
import { formQuery, useSaveForm } from './forms.api.ts'

const FormPreview = lazily(() => import('./form-preview.tsx'), 'FormPreview')

/** Creates a form, or edits the one in the URL, beside a preview of its page. */
export function FormEditorPage() {
  const { t } = useTranslation('forms')
  const { campaignId, formId }: { campaignId: string; formId?: string } = useIds(paths.form)
  const { businessId } = useBusiness()
  const canEdit = useCan('campaigns.edit', campaignId)
  const names = useQuery(campaignNamesQuery(businessId))
  const { data, error, refetch } = useQuery({
    ...formQuery(businessId, formId ?? ''),
    enabled: Boolean(formId) && canEdit,
  })
  const campaign = names.data?.campaigns.find(({ _id }) => _id === campaignId)
  const title = formId ? t('editor.edit') : t('editor.create')
  const values = formId ? data && valuesOf(data.form) : campaign && emptyForm(t, campaign.name)
  if (canEdit && values)
    return (
      <Editor key={formId ?? 'new'} {...{ campaignId, formId, title, values }} campaignName={campaign?.name ?? ''} />
    )
  return (
    <Page title={title}>
      {names.data && !canEdit && <NoPermission />}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && (canEdit || !names.data) && <SkeletonRows rows={8} columns={2} />}
    </Page>
  )
}

type EditorProps = {
  campaignId: string
  campaignName: string
  formId: string | undefined
  title: string
  values: FormValues
}

function Editor({ campaignId, campaignName, formId, title, values }: EditorProps) {
  const { t } = useTranslation(['forms', 'common'])
  const router = useRouter()
  const { businessId } = useBusiness()
  const form = useForm({ initialValues: values, validate: formRules })
  const draft = useDraft(formId ? `form-${formId}` : `new-form-${campaignId}`, form)
  const save = useSaveForm({ businessId, campaignId, formId })
  const list = paths.forms(businessId, campaignId)
  const back = () => router.history.push(list)
  const send = form.onSubmit(
    (typed) =>
      save.mutate(inputOf(typed), {
        onSuccess: (saved) => {
          draft.drop()
          toast.success(t(formId ? 'editor.saved' : 'editor.created'))
          if (formId) return back()
          // Back from the embed code leads to the list, not to the editor of a form that exists.
          router.history.replace(list)
          // Without the flush, the router combines both changes into one push above the editor.
          router.history.flush()
          router.history.push(list, { modals: [EMBED_MODAL], embeds: saved.form._id })
        },
        onError: failInto(form, besideLists),
      }),
    onGaps(form),
  )
  return (
    <Page
      title={title}
      context={<FormCrumbs campaignId={campaignId} campaignName={campaignName} />}
      actions={
        <>
          <Button variant="default" onClick={back}>
            {t('cancel', { ns: 'common' })}
          </Button>
          <Button type="submit" form="form-editor" loading={save.isPending}>
            {formId ? t('save', { ns: 'common' }) : t('editor.submit')}
          </Button>
        </>
      }
    >
      <div className={classes.editor}>
        <form id="form-editor" onSubmit={send} noValidate className={classes.fields}>
          <FormEditor form={form} campaignId={campaignId} />
        </form>
        <div className={classes.side}>
          <Suspense>
            <FormPreview values={form.values} />
          </Suspense>
        </div>
      </div>
    </Page>
  )
}
