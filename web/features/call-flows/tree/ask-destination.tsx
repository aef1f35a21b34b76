import { Button, Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FlowStep } from '#contract/calls/flows/flow-shapes.ts'
import { DialogFoot } from '../../../ui/layout/dialog-foot.tsx'
import { newStep } from '../new-step.ts'
import { FlowField, PhoneField } from '../tokens/simple-fields.tsx'

type Props = { kind: 'forward' | 'flow'; flowId: string; onClose: () => void; onAdd: (step: FlowStep) => void }

/** Asks where the call goes, without which the step cannot be stored. */
export function AskDestination({ kind, flowId, onClose, onAdd }: Props) {
  const { t } = useTranslation(['call-flows', 'common'])
  const [chosen, choose] = useState('')
  const add = () => {
    if (!chosen) return
    onClose()
    onAdd(newStep(kind, kind === 'forward' ? { phone: chosen } : { flowId: chosen }))
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`kinds.${kind}`)}
      closeButtonProps={{ 'aria-label': t('close', { ns: 'common' }) }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          add()
        }}
      >
        <Stack>
          {kind === 'forward' && <PhoneField phone="" onChange={choose} />}
          {kind === 'flow' && <FlowField flowId={chosen} ownId={flowId} onChange={choose} />}
          <DialogFoot onCancel={onClose}>
            <Button type="submit" disabled={!chosen}>
              {t('addStep')}
            </Button>
          </DialogFoot>
        </Stack>
      </form>
    </Modal>
  )
}
