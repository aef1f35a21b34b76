import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { StatusAsk } from '#contract/leads/lead-status.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { useChangeLead } from '../leads.api.ts'
import { LostReasonForm } from './lost-reason-form.tsx'
import { SaleAmountPrompt } from './sale-amount-prompt.tsx'

/** A lead of the list whose new status asks for a detail (lost reason, sale amount). */
export type StatusPrompt = { lead: Lead; ask: StatusAsk }

type Props = { prompt: StatusPrompt; businessId: string; onClose: () => void }

/** Asks for the detail of a new status. The status is saved already; the answer is optional. */
export function StatusPromptModal({ prompt: { lead, ask }, businessId, onClose }: Props) {
  const { t } = useTranslation('leads')
  const { t: common } = useTranslation()
  const { mutate } = useChangeLead(businessId)
  const question = t(ask === 'lost_reason' ? 'lost.question' : 'sale.question')
  return (
    <Modal opened onClose={onClose} title={question} closeButtonProps={{ 'aria-label': common('close') }}>
      {ask === 'lost_reason' ? (
        <LostReasonForm
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
        <SaleAmountPrompt
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
