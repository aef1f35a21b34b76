import { Button, Checkbox, Modal, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { VIEW_NAME_MAX } from '#contract/leads/saved-views/saved-views.ts'
import { i18n } from '../../lib/i18n/i18n.ts'
import { useCan } from '../../lib/session/session.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { failInto } from '../../ui/forms/form-failure.ts'
import { changedFields } from '../../ui/forms/use-edit-form.ts'
import { DialogFoot } from '../../ui/layout/dialog-foot.tsx'
import type { SavedView, ViewChanges, ViewQuery, ViewsOf } from './view-list.ts'
import { useChangeView, useCreateView } from './views.api.ts'

type Props<Query extends ViewQuery> = {
  of: ViewsOf<Query>
  businessId: string
  /** Undefined: a new view. */
  view: SavedView<Query> | undefined
  /** What a new view shows. */
  query: Query
  onClose: () => void
}
type Values = { name: string; isShared: boolean; isPinned: boolean; isDefault: boolean }
const valuesOf = (view: SavedView<unknown> | undefined): Values => ({
  name: view?.name ?? '',
  isShared: view?.isShared ?? false,
  isPinned: view?.isPinned ?? false,
  isDefault: view?.isDefault ?? false,
})

/** The changed fields with their values before; the default is the person's own, so no other can have changed it. */
function changesOf(values: Values, before: Values): ViewChanges<never> {
  const changed = changedFields(values, before)
  const { isDefault: _, ...expected } = before
  return { ...changed, expected }
}

/** Names a new view or changes an existing one. */
export function ViewForm<Query extends ViewQuery>(props: Props<Query>) {
  const { t } = useTranslation('saved-views')
  const { t: common } = useTranslation()
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={props.view ? t('editTitle') : t('saveNew')}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <Fields {...props} />
    </Modal>
  )
}

function Fields<Query extends ViewQuery>({ of, businessId, view, query, onClose }: Props<Query>) {
  const { t } = useTranslation('saved-views')
  const navigate = useNavigate()
  const canShare = useCan('views.share')
  const create = useCreateView({ of, businessId })
  const change = useChangeView({ of, businessId }, { silent: true })
  const before = valuesOf(view)
  const form = useForm<Values>({
    initialValues: before,
    validate: ({ name }) => (name.trim() ? {} : { name: i18n.t('required_field', { ns: 'errors' }) }),
  })
  const onError = failInto(form)
  const done = () => {
    toast.success(t('saved'))
    onClose()
  }
  const add = ({ isDefault, ...values }: Values) =>
    create.mutate(
      { ...values, query },
      {
        onError,
        onSuccess: async ({ view: created }) => {
          if (isDefault) change.mutate({ id: created._id, changes: { isDefault } })
          // Navigates first, because closing goes back in history and keeps the search of the entry that it leaves.
          await navigate({ ...of.linkTo(businessId, created), replace: true, state: true })
          done()
        },
      },
    )
  const send = form.onSubmit((values) =>
    view
      ? change.mutate({ id: view._id, changes: changesOf(values, before) }, { onError, onSuccess: done })
      : add(values),
  )
  const mayName = !view || view.mayChange
  const canUnshare = !view?.isShared || view.isOwn
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <TextInput
          {...form.getInputProps('name')}
          label={t('name')}
          placeholder={t('namePlaceholder')}
          maxLength={VIEW_NAME_MAX}
          dir="auto"
          autoComplete="off"
          required
          disabled={!mayName}
          data-autofocus
        />
        {mayName && canShare && (
          <>
            <Checkbox
              {...form.getInputProps('isShared', { type: 'checkbox' })}
              label={t('share')}
              description={t(`${of.list}.shareText`)}
              disabled={!canUnshare}
            />
            <Checkbox {...form.getInputProps('isPinned', { type: 'checkbox' })} label={t('pin')} />
          </>
        )}
        <Checkbox
          {...form.getInputProps('isDefault', { type: 'checkbox' })}
          label={t(`${of.list}.default`)}
          description={t('defaultText')}
        />
        <DialogFoot onCancel={onClose}>
          <Button type="submit" loading={create.isPending || change.isPending}>
            {t('submit')}
          </Button>
        </DialogFoot>
      </Stack>
    </form>
  )
}
