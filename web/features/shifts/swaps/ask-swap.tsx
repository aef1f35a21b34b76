import { Select } from '@mantine/core'
import { IconCalendarOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RouteReply } from '#contract/route.ts'
import type { SwapShift, swapRoutes } from '#contract/shifts/swaps.ts'
import { formatWeekday } from '../../../lib/i18n/format.ts'
import { noonOf } from '../../../lib/i18n/noon.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { shiftText } from '../shift-text.ts'
import { AskDialog, AskForm } from './ask-dialog.tsx'
import { useAskSwap } from './swaps.api.ts'

/** Asks a colleague, or all of them, to take a shift or to swap it for one of theirs. */
export function AskSwap({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shifts')
  return (
    <AskDialog title={t('swaps.ask')} rows={3} onClose={onClose}>
      {(choices) =>
        choices.own.length === 0 ? (
          <EmptyState icon={<IconCalendarOff />} title={t('swaps.noShifts')} text={t('swaps.noShiftsText')} />
        ) : (
          <Fields choices={choices} onClose={onClose} />
        )
      }
    </AskDialog>
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
  const partner = colleagues.find(({ _id }) => _id === partnerId)
  const gives = own.find((shift) => keyOf(shift) === given)
  const takes = partner?.shifts.find((shift) => keyOf(shift) === taken)
  const chosen = (shift: SwapShift) => ({ day: shift.day, from: shift.from })
  const send = (note: string) =>
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
    <AskForm isSending={ask.isPending} onSend={send} onClose={onClose}>
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
    </AskForm>
  )
}
