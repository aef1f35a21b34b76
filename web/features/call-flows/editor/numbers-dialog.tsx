import { Button, Modal, Select, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallFlow } from '#contract/calls/flows/call-flows.ts'
import { formatPhone } from '#contract/values/phones.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { Phone } from '../../../ui/display/phone.tsx'
import { UserText } from '../../../ui/display/user-text.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { DialogFoot } from '../../../ui/layout/dialog-foot.tsx'
import { flowNumbersQuery, useFlowOfNumber } from '../call-flows.api.ts'
import classes from './flow-editor.module.css'

type Props = { flow: CallFlow; onChanged: (flow: CallFlow) => void; onClose: () => void }
/** `from`: the flow that the number uses now. */
type Change = { numberId: string; phone: string; isOn: boolean; from: string | null }

/** Gives numbers to the flow and takes them away; what happens to their calls is said before. */
export function NumbersDialog({ flow, onChanged, onClose }: Props) {
  const { t } = useTranslation(['call-flows', 'common'])
  const { businessId } = useBusiness()
  const { data } = useQuery(flowNumbersQuery(businessId))
  const change = useFlowOfNumber(businessId)
  const [asked, ask] = useState<Change | null>(null)
  const own = new Set(flow.numbers.map(({ _id }) => _id))
  const others = (data?.numbers ?? []).filter(({ _id, state }) => !own.has(_id) && isInUse(state))
  const apply = ({ numberId, isOn, phone }: Change) =>
    change.mutate(
      { id: flow._id, numberId, isOn },
      {
        onSuccess: ({ flow: changed }) => {
          ask(null)
          toast.success(t(isOn ? 'numbers.attached' : 'numbers.detached', { phone: isolated(phone) }))
          // Without its number the flow may be out of reach.
          if (changed) onChanged(changed)
        },
      },
    )
  // Calls follow a flow once it is published: until then nothing changes that would need a question.
  const request = (wanted: Change) => (flow.version === null && !wanted.from ? apply(wanted) : ask(wanted))
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('numbers.title')}
      closeButtonProps={{ 'aria-label': t('close', { ns: 'common' }) }}
    >
      {asked ? (
        <Stack>
          <p className={classes.note}>{confirmText(asked)}</p>
          <DialogFoot onCancel={() => ask(null)}>
            <Button loading={change.isPending} onClick={() => apply(asked)}>
              {t(asked.isOn ? 'numbers.attach' : 'numbers.detach')}
            </Button>
          </DialogFoot>
        </Stack>
      ) : (
        <Stack>
          <p className={classes.note}>{t(flow.version === null ? 'numbers.textDraft' : 'numbers.text')}</p>
          {flow.numbers.length > 0 && (
            <ul className={classes.numbers}>
              {flow.numbers.map(({ _id, phone, label, campaignName }) => (
                <li key={_id} className={classes.numberRow}>
                  <span className={classes.numberName}>
                    <Phone number={phone} /> <UserText>{label || campaignName || ''}</UserText>
                  </span>
                  <Button
                    variant="default"
                    onClick={() => request({ numberId: _id, phone: formatPhone(phone), isOn: false, from: flow.name })}
                  >
                    {t('numbers.detach')}
                  </Button>
                </li>
              ))}
            </ul>
          )}
          <Select
            // Choosing gives the number and clears the field for the next one.
            key={flow.numbers.length}
            searchable
            label={t('numbers.add')}
            placeholder={t(others.length > 0 ? 'numbers.choose' : 'numbers.noOther')}
            disabled={others.length === 0}
            nothingFoundMessage={t('numbers.noOther')}
            data={others.map(({ _id, phone, label }) => ({
              value: _id,
              label: [isolated(formatPhone(phone)), label].filter(Boolean).join(' '),
            }))}
            onChange={(id) => {
              const number = others.find(({ _id }) => _id === id)
              if (number)
                request({
                  numberId: number._id,
                  phone: formatPhone(number.phone),
                  isOn: true,
                  from: number.flow?.name ?? null,
                })
            }}
          />
        </Stack>
      )}
    </Modal>
  )

  function confirmText({ isOn, phone, from }: Change) {
    const words = { phone: isolated(phone), version: flow.version ?? 0, name: from ?? '' }
    if (!isOn) return t('numbers.confirmDetach', words)
    if (flow.version === null) return t('numbers.confirmMoveDraft', words)
    return t(from ? 'numbers.confirmMove' : 'numbers.confirmAttach', words)
  }
}

const isInUse = (state: string) => state === 'active' || state === 'paused'
/** A number keeps its order within Hebrew text. */
const isolated = (text: string) => `\u2066${text}\u2069`
