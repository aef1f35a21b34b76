import { Button, Modal, Select, Stack, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Absence } from '#contract/shifts/shift-shapes.ts'
import { SWAP_NOTE_MAX } from '#contract/shifts/swaps.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { DialogFoot } from '../../../ui/layout/dialog-foot.tsx'
import { choicesQuery, useAskStandIn } from './swaps.api.ts'
import classes from './swaps.module.css'

type DialogProps = { absence: Absence; onClose: () => void }
/** Asks a colleague to take the published shifts of an absence. */
export function AskStandIn({ absence, onClose }: DialogProps) {
  const { t } = useTranslation('shifts')
  const { t: common } = useTranslation()
  const { businessId } = useBusiness()
  const { data, error, refetch } = useQuery(choicesQuery(businessId))
  return (
    <Modal opened onClose={onClose} title={t('standIn.ask')} closeButtonProps={{ 'aria-label': common('close') }}>
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={2} columns={1} />}
      {data?.colleagues.length === 0 && <p className={classes.quiet}>{t('standIn.noColleague')}</p>}
      {data && data.colleagues.length > 0 && (
        <Fields
          absence={absence}
          colleagues={data.colleagues.map(({ _id, name }) => ({ value: _id, label: name }))}
          onClose={onClose}
        />
      )}
    </Modal>
  )
}

type FieldsProps = DialogProps & { colleagues: { value: string; label: string }[] }
function Fields({ absence: { from, to }, colleagues, onClose }: FieldsProps) {
  const { t } = useTranslation('shifts')
  const { businessId } = useBusiness()
  const ask = useAskStandIn(businessId)
  const [partnerId, choose] = useState(colleagues[0]?.value)
  const [note, setNote] = useState('')
  const send = () =>
    partnerId &&
    ask.mutate(
      { from, to, partnerId, note },
      {
        onSuccess: ({ swaps, left }) => {
          const done = t('standIn.asked', { count: swaps.length })
          toast.success(left.length ? `${done} ${t('standIn.left', { count: left.length })}` : done)
          onClose()
        },
      },
    )
  return (
    <Stack
      component="form"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <p className={classes.quiet}>{t('standIn.text')}</p>
      <Select
        label={t('standIn.colleague')}
        data={colleagues}
        value={partnerId ?? null}
        allowDeselect={false}
        searchable
        onChange={(value) => choose(value ?? partnerId)}
      />
      <Textarea
        label={t('swaps.note')}
        dir="auto"
        autosize
        minRows={2}
        maxLength={SWAP_NOTE_MAX}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <DialogFoot onCancel={onClose}>
        <Button type="submit" loading={ask.isPending}>
          {t('swaps.send')}
        </Button>
      </DialogFoot>
    </Stack>
  )
}
