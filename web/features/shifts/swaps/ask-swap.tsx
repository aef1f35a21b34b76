import { Button, Modal, Select, Stack, Textarea } from '@mantine/core'
import { IconCalendarOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RouteReply } from '#contract/route.ts'
import { SWAP_NOTE_MAX, type SwapShift, type swapRoutes } from '#contract/shifts/swaps.ts'
import { formatWeekday } from '../../../lib/i18n/format.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { DialogFoot } from '../../../ui/layout/dialog-foot.tsx'
import { noonOf, shiftText } from '../shift-text.ts'
import { choicesQuery, useAskSwap } from './swaps.api.ts'

/** Asks a colleague, or all of them, to take a shift or to swap it for one of theirs. */
export function AskSwap({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shifts')
  const { t: common } = useTranslation()
  const { businessId } = useBusiness()
  const { data, error, refetch } = useQuery(choicesQuery(businessId))
  return (
    <Modal opened onClose={onClose} title={t('swaps.ask')} closeButtonProps={{ 'aria-label': common('close') }}>
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={3} columns={1} />}
      {data?.own.length === 0 && (
        <EmptyState icon={<IconCalendarOff />} title={t('swaps.noShifts')} text={t('swaps.noShiftsText')} />
      )}
      {data && data.own.length > 0 && <Fields choices={data} onClose={onClose} />}
    </Modal>
  )
}

const keyOf = ({ day, from }: SwapShift) => `${day} ${from}`
/** The times stay left to right within any sentence. */
const optionOf = (shift: SwapShift) => ({
  value: keyOf(shift),
  label: `${formatWeekday(noonOf(shift.day))} · \u2066${shiftText(shift)}\u2069`,
})
const NONE = 'none'

type FieldsProps = { choices: RouteReply<typeof swapRoutes.choices>; onClose: () => void }
function Fields({ choices, onClose }: FieldsProps) {
  const { t } = useTranslation('shifts')
  const { businessId } = useBusiness()
  const ask = useAskSwap(businessId)
  const { own, colleagues } = choices
  const [given, give] = useState(own[0] && keyOf(own[0]))
  const [partnerId, choosePartner] = useState<string>(NONE)
  const [taken, take] = useState<string>(NONE)
  const [note, setNote] = useState('')
  const partner = colleagues.find(({ _id }) => _id === partnerId)
  const gives = own.find((shift) => keyOf(shift) === given)
  const takes = partner?.shifts.find((shift) => keyOf(shift) === taken)
  const chosen = (shift: SwapShift) => ({ day: shift.day, from: shift.from })
  const send = () =>
    gives &&
    ask.mutate(
      { gives: chosen(gives), partnerId: partner?._id ?? null, takes: takes ? chosen(takes) : null, note },
      {
        onSuccess: () => {
          toast.success(t('swaps.asked'))
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
      <Select
        label={t('swaps.gives')}
        data={own.map(optionOf)}
        value={given ?? null}
        allowDeselect={false}
        onChange={(value) => give(value ?? given)}
      />
      <Select
        label={t('swaps.partner')}
        data={[
          { value: NONE, label: t('swaps.anyColleague') },
          ...colleagues.map(({ _id, name }) => ({ value: _id, label: name })),
        ]}
        value={partnerId}
        allowDeselect={false}
        onChange={(value) => {
          choosePartner(value ?? NONE)
          take(NONE)
        }}
      />
      {partner && (
        <Select
          label={t('swaps.takes')}
          data={[{ value: NONE, label: t('swaps.nothing') }, ...partner.shifts.map(optionOf)]}
          value={taken}
          allowDeselect={false}
          onChange={(value) => take(value ?? NONE)}
        />
      )}
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
