import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListedForm } from '#contract/forms.ts'
import { lazily } from '../../lib/lazy.ts'
import { EMBED_MODAL, useModal } from '../../lib/modal-stack.ts'
import { paths } from '../../lib/paths.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { RequestLog } from '../../shared/request-log/request-log.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { TypedConfirm } from '../../ui/forms/typed-confirm.tsx'
import { FormRow, type RowAct } from './form-row.tsx'
import { formPayloadsQuery, useRemoveForm } from './forms.api.ts'
import classes from './forms-page.module.css'

const FormEmbed = lazily(() => import('./form-embed.tsx'), 'FormEmbed')

/** The forms with their submission counts, and the actions on each. */
export function FormList({ forms }: { forms: readonly ListedForm[] }) {
  const { t } = useTranslation('forms')
  const { businessId } = useBusiness()
  const [acted, setChosen] = useState<ListedForm>()
  // After a form is created, the list opens with its embed code.
  const embeds = useLocation({ select: ({ state }) => state.embeds })
  const chosen = acted ?? forms.find(({ _id }) => _id === embeds)
  const modals = { embed: useModal(EMBED_MODAL), requests: useModal('requests'), delete: useModal('delete-form') }
  const remove = useRemoveForm(businessId)
  const act = (what: RowAct, form: ListedForm) => {
    setChosen(form)
    modals[what].open()
  }
  const onRemove = ({ _id }: ListedForm) =>
    remove.mutate(_id, {
      onSuccess: () => {
        toast.success(t('remove.done'))
        modals.delete.close()
      },
    })
  return (
    <>
      <ul className={classes.forms}>
        {forms.map((form) => (
          <FormRow key={form._id} form={form} onAct={act} />
        ))}
      </ul>
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
            onConfirm={() => onRemove(chosen)}
          />
        </Suspense>
      )}
    </>
  )
}

/** Recent requests to a form. */
function FormRequests({ form, opened, onClose }: { form: ListedForm; opened: boolean; onClose: () => void }) {
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
