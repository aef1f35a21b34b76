import { Button, Group, Modal, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { FieldUsage } from '#contract/lead-fields/lead-fields.ts'
import type { OwnField } from '#contract/lead-fields/own-fields.ts'
import { FIELD_DELETED_DAYS } from '#contract/lead-fields/terms.ts'
import { paths } from '../../lib/paths.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { nameOf } from '../../shared/own-fields/own-fields.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { useRemoveField, useRestoreField } from './lead-fields.api.ts'
import classes from './lead-fields-page.module.css'

type Props = { field: OwnField; usage: FieldUsage | undefined; onClose: () => void }

/** Deletes a field; while forms ask for it, names them instead. */
export function DeleteField({ field, usage, onClose }: Props) {
  const { t } = useTranslation('lead-fields')
  const { t: common } = useTranslation()
  const { businessId } = useBusiness()
  const remove = useRemoveField(businessId)
  const restore = useRestoreField(businessId)
  const name = nameOf(field)
  const forms = usage?.forms ?? []
  const isUsed = forms.length > 0
  const send = () =>
    remove.mutate(field._id, {
      onSuccess: () => {
        toast.success(t('deletion.done', { name }), { undo: () => restore.mutate(field._id) })
        onClose()
      },
    })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('deletion.of', { name })}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <Stack>
        {isUsed ? (
          <>
            <p className={classes.text}>{t('deletion.inForms', { count: forms.length })}</p>
            <ul className={classes.forms}>
              {forms.map(({ _id, name: form, campaignId, campaignName }) => (
                <li key={_id}>
                  <Link to={paths.form(businessId, campaignId, _id)} className={classes.link}>
                    <bdi>{form}</bdi>
                  </Link>{' '}
                  · <bdi>{campaignName}</bdi>
                </li>
              ))}
            </ul>
          </>
        ) : (
          <>
            <p className={classes.text}>{t(usage?.hasValues ? 'deletion.withValues' : 'deletion.unused')}</p>
            <p className={classes.text}>{t('deletion.back', { count: FIELD_DELETED_DAYS })}</p>
          </>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {isUsed ? common('close') : common('cancel')}
          </Button>
          {!isUsed && (
            <Button color="red" loading={remove.isPending} onClick={send} data-autofocus>
              {common('delete')}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}
