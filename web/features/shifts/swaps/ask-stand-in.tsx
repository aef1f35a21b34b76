import { Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Absence } from '#contract/shifts/shift-shapes.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { AskDialog, AskForm } from './ask-dialog.tsx'
import { useAskStandIn } from './swaps.api.ts'
import classes from './swaps.module.css'

type DialogProps = { absence: Absence; onClose: () => void }
/** Asks a colleague to take the published shifts of an absence. */
export function AskStandIn({ absence, onClose }: DialogProps) {
  const { t } = useTranslation('shifts')
  return (
    <AskDialog title={t('standIn.ask')} rows={2} onClose={onClose}>
      {({ colleagues }) =>
        colleagues.length === 0 ? (
          <p className={classes.quiet}>{t('standIn.noColleague')}</p>
        ) : (
          <Fields
            absence={absence}
            colleagues={colleagues.map(({ _id, name }) => ({ value: _id, label: name }))}
            onClose={onClose}
          />
        )
      }
    </AskDialog>
  )
}

type FieldsProps = DialogProps & { colleagues: { value: string; label: string }[] }
function Fields({ absence: { from, to }, colleagues, onClose }: FieldsProps) {
  const { t } = useTranslation('shifts')
  const { businessId } = useBusiness()
  const ask = useAskStandIn(businessId)
  const [partnerId, choose] = useState(colleagues[0]?.value)
  const send = (note: string) =>
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
    <AskForm isSending={ask.isPending} onSend={send} onClose={onClose}>
      <p className={classes.quiet}>{t('standIn.text')}</p>
      <Select
        label={t('standIn.colleague')}
        data={colleagues}
        value={partnerId ?? null}
        allowDeselect={false}
        searchable
        onChange={(value) => choose(value ?? partnerId)}
      />
    </AskForm>
  )
}
