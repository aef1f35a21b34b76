import { Button, Modal, Stack, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RouteReply } from '#contract/route.ts'
import { SWAP_NOTE_MAX, type swapRoutes } from '#contract/shifts/swaps.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { DialogFoot } from '../../../ui/layout/dialog-foot.tsx'
import { choicesQuery } from './swaps.api.ts'

type Choices = RouteReply<typeof swapRoutes.choices>
type DialogProps = {
  title: string
  /** Rows of the form, while its choices load. */
  rows: number
  onClose: () => void
  children: (choices: Choices) => ReactNode
}

/** Asks colleagues about shifts, once it is known what can be asked of whom. */
export function AskDialog({ title, rows, onClose, children }: DialogProps) {
  const { t } = useTranslation()
  const { businessId } = useBusiness()
  const { data, error, refetch } = useQuery(choicesQuery(businessId))
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('close') }}>
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={rows} columns={1} />}
      {data && children(data)}
    </Modal>
  )
}

type FormProps = { isSending: boolean; onSend: (note: string) => void; onClose: () => void; children: ReactNode }
/** What is asked, with a note to those who are asked. */
export function AskForm({ isSending, onSend, onClose, children }: FormProps) {
  const { t } = useTranslation('shifts')
  const [note, setNote] = useState('')
  return (
    <Stack
      component="form"
      onSubmit={(event) => {
        event.preventDefault()
        onSend(note)
      }}
    >
      {children}
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
        <Button type="submit" loading={isSending}>
          {t('swaps.send')}
        </Button>
      </DialogFoot>
    </Stack>
  )
}
