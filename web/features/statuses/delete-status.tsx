import { Button, Modal, Select, Stack } from '@mantine/core'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import type { CountedStatus } from '#contract/leads/statuses.ts'
import { formatNumber } from '../../lib/i18n/format.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { DialogFoot } from '../../ui/layout/dialog-foot.tsx'
import { nameOf } from './status-parts.tsx'
import { useRemoveStatus } from './statuses.api.ts'
import classes from './statuses-page.module.css'

type Props = { status: CountedStatus; statuses: readonly CountedStatus[]; onClose: () => void }

/** Deletes a status; if leads have it, shows their number and asks for a replacement. */
export function DeleteStatus({ status, statuses, onClose }: Props) {
  const { t } = useTranslation('statuses')
  const { t: common } = useTranslation()
  const { businessId } = useBusiness()
  const remove = useRemoveStatus(businessId)
  const [replacement, replaceBy] = useState<string | null>(null)
  const { leads, trashed } = status
  const isUsed = leads + trashed > 0
  const name = nameOf(status)
  const send = () =>
    remove.mutate(
      { id: status._id, ...(isUsed && replacement && { replacement }) },
      {
        onSuccess: (reply) => {
          toast.success(
            reply.leads > 0
              ? t('deletion.moved', { name, count: reply.leads, total: formatNumber(reply.leads) })
              : t('deletion.done', { name }),
          )
          onClose()
        },
      },
    )
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('deletion.title', { name })}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <Stack>
        <p className={classes.text}>
          {isUsed ? (
            <Trans
              t={t}
              i18nKey="deletion.used"
              values={{ count: leads, total: formatNumber(leads) }}
              components={{ strong: <strong /> }}
            />
          ) : (
            t('deletion.unused')
          )}
          {trashed > 0 && (
            <span className={classes.why}>
              {t('deletion.trashed', { count: trashed, total: formatNumber(trashed) })}
            </span>
          )}
        </p>
        {isUsed && (
          <Select
            label={t('deletion.replacement')}
            placeholder={t('deletion.choose')}
            withAsterisk
            data={statuses.filter((one) => one !== status).map((one) => ({ value: one._id, label: nameOf(one) }))}
            value={replacement}
            onChange={replaceBy}
            data-autofocus
          />
        )}
        <p className={classes.text}>{t('deletion.history')}</p>
        <DialogFoot onCancel={onClose}>
          <Button color="red" disabled={isUsed && !replacement} loading={remove.isPending} onClick={send}>
            {isUsed ? t('deletion.move') : common('delete')}
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  )
}
