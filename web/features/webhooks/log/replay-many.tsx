import { Button, Modal, Select, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Webhook } from '#contract/webhooks/webhooks.ts'
import { formatNumber } from '../../../lib/i18n/format.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { DialogFoot } from '../../../ui/layout/dialog-foot.tsx'
import { useReplay } from '../webhooks.api.ts'
import classes from './log.module.css'

const states = ['failed', 'delivered', 'dropped'] as const
const HOUR_MS = 3_600_000
const spans = { hour: 1, day: 24, week: 168, month: 720 } as const

/** Sends all deliveries of a state since a time once more. */
export function ReplayMany({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation(['webhooks', 'common'])
  const { businessId } = useBusiness()
  const replay = useReplay(businessId, webhook._id)
  const [state, setState] = useState<(typeof states)[number]>('failed')
  const [span, setSpan] = useState<keyof typeof spans>('day')
  const send = () =>
    replay.mutate(
      { all: { state, since: new Date(Date.now() - spans[span] * HOUR_MS).toISOString() } },
      {
        onSuccess: ({ replayed }) => {
          toast.success(t('replay.done', { count: replayed, shown: formatNumber(replayed) }))
          onClose()
        },
      },
    )
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('replay.title')}
      closeButtonProps={{ 'aria-label': t('close', { ns: 'common' }) }}
    >
      <Stack>
        <p className={classes.text}>{t('replay.text')}</p>
        <Select
          label={t('replay.which')}
          data={states.map((value) => ({ value, label: t(`deliveryStates.${value}`) }))}
          value={state}
          allowDeselect={false}
          onChange={(value) => value && setState(value)}
        />
        <Select
          label={t('replay.since')}
          data={Object.keys(spans).map((value) => ({ value, label: t(`replay.spans.${value}`) }))}
          value={span}
          allowDeselect={false}
          onChange={(value) => value && setSpan(value as keyof typeof spans)}
        />
        <DialogFoot onCancel={onClose}>
          <Button loading={replay.isPending} onClick={send}>
            {t('replay.submit')}
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  )
}
