import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { LostReasonForm } from './lost-reason-form.tsx'

type Props = { onClose: () => void; onAnswer: (reason?: string) => void }

/** Asks for the lost reason before many leads are marked as lost at once; it may be left out. */
export function LostReasonOfMany({ onClose, onAnswer }: Props) {
  const { t } = useTranslation('leads')
  const { t: common } = useTranslation()
  const question = t('lost.many')
  return (
    <Modal opened onClose={onClose} title={question} closeButtonProps={{ 'aria-label': common('close') }}>
      <LostReasonForm
        value=""
        question={question}
        skip={t('lost.without')}
        onSkip={() => onAnswer()}
        onSave={onAnswer}
      />
    </Modal>
  )
}
