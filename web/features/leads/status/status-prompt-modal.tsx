import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useChangeLead } from '../leads.api.ts'
import { LostReason } from './lost-reason-form.tsx'
import { SalePrompt } from './sale-amount-prompt.tsx'
import type { Asked } from './status-prompt.ts'

type Props = { asked: Asked; businessId: string; onClose: () => void }

/** What a status asks for that was chosen in a list: the status is there already, the answer may be left out. */
export function AskedModal({ asked: { lead, ask }, businessId, onClose }: Props) {
  const { t } = useTranslation('leads')
  const { t: common } = useTranslation()
  const { mutate } = useChangeLead(businessId)
  const question = t(ask === 'lost_reason' ? 'lost.question' : 'sale.question')
  return (
    <Modal opened onClose={onClose} title={question} closeButtonProps={{ 'aria-label': common('close') }}>
      {ask === 'lost_reason' ? (
        <LostReason
          value=""
          question={question}
          skip={t('lost.skip')}
          onSkip={onClose}
          onSave={(lostReason) => {
            mutate({ lead, changes: { lostReason }, expected: {} })
            onClose()
          }}
        />
      ) : (
        <SalePrompt
          bare
          value={lead.value}
          onSkip={onClose}
          onSave={(value) => {
            mutate({ lead, changes: { value } })
            onClose()
          }}
        />
      )}
    </Modal>
  )
}
