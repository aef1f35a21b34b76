import { Button } from '@mantine/core'
import { IconForms, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Form } from '#contract/forms.ts'
import { lazily } from '../../lib/lazy.ts'
import { useModal } from '../../lib/modal-stack.ts'
import { paths } from '../../lib/paths.ts'
import { useIds } from '../../lib/search.ts'
import { campaignNamesQuery, useBusiness, useCan } from '../../lib/session/session.ts'
import { RequestLog } from '../../shared/request-log.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { NoPermission } from '../../ui/feedback/no-permission.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { TypedConfirm } from '../../ui/forms/typed-confirm.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { FormRow, type RowAct } from './form-row.tsx'
import { formPayloadsQuery, formsQuery, useRemoveForm } from './forms.api.ts'
import classes from './forms-page.module.css'

const FormEmbed = lazily(() => import('./form-embed.tsx'), 'FormEmbed')

/** The forms of a campaign. */
export function FormsPage() {
  const { t } = useTranslation('forms')
  const { campaignId } = useIds(paths.forms)
  const { businessId } = useBusiness()
  const { data: names } = useQuery(campaignNamesQuery(businessId))
  const canEdit = useCan('campaigns.edit', campaignId)
  if (canEdit) return <Forms campaignId={campaignId} />
  return <Page title={t('title')}>{names ? <NoPermission /> : <SkeletonRows rows={4} columns={4} />}</Page>
}

function Forms({ campaignId }: { campaignId: string }) {
  const { t } = useTranslation('forms')
  const { businessId } = useBusiness()
  const { data, error, refetch } = useQuery(formsQuery(businessId, campaignId))
  const { data: names } = useQuery(campaignNamesQuery(businessId))
  const [chosen, setChosen] = useState<Form>()
  const modals = { embed: useModal('embed'), requests: useModal('requests'), delete: useModal('delete-form') }
  const remove = useRemoveForm(businessId)
  const act = (what: RowAct, form: Form) => {
    setChosen(form)
    modals[what].open()
  }
  const campaign = names?.campaigns.find(({ _id }) => _id === campaignId)
  const forms = data?.forms ?? []
  const create = (
    <Button
      component={Link}
      to={paths.newForm(businessId, campaignId)}
      leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
    >
      {t('create')}
    </Button>
  )
  return (
    <Page title={t('title')} context={campaign && <bdi>{campaign.name}</bdi>} actions={forms.length > 0 && create}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <SkeletonRows rows={4} columns={4} />}
      {data && forms.length === 0 && (
        <EmptyState icon={<IconForms />} title={t('empty.title')} text={t('empty.text')} action={create} />
      )}
      {forms.length > 0 && (
        <ul className={classes.forms}>
          {forms.map((form) => (
            <FormRow key={form._id} form={form} onAct={act} />
          ))}
        </ul>
      )}
      {chosen && (
        <Suspense>
          <FormEmbed form={chosen} opened={modals.embed.opened} onClose={modals.embed.close} />
          <FormRequests form={chosen} opened={modals.requests.opened} onClose={modals.requests.close} />
          <TypedConfirm
            opened={modals.delete.opened}
            title={t('remove.title')}
            text={t('remove.text')}
            word={chosen.name}
            action={t('remove.submit')}
            isBusy={remove.isPending}
            onClose={modals.delete.close}
            onConfirm={() =>
              remove.mutate(chosen._id, {
                onSuccess: () => {
                  toast.success(t('remove.done'))
                  modals.delete.close()
                },
              })
            }
          />
        </Suspense>
      )}
    </Page>
  )
}

/** Recent requests to a form. */
function FormRequests({ form, opened, onClose }: { form: Form; opened: boolean; onClose: () => void }) {
  const { businessId } = useBusiness()
  const { data, error, refetch } = useQuery({ ...formPayloadsQuery(businessId, form._id), enabled: opened })
  return (
    <RequestLog
      opened={opened}
      onClose={onClose}
      name={form.name}
      requests={data?.payloads}
      error={error}
      onRetry={() => void refetch()}
      pathOf={(lead) => paths.lead(businessId, lead.campaignId, lead._id)}
    />
  )
}
