import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { OwnField, SentFieldValues } from '#contract/lead-fields/own-fields.ts'
import type { StatusAsk } from '#contract/leads/lead-status.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { useChangeLead } from '../leads.api.ts'
import { LostReasonForm } from './lost-reason-form.tsx'
import { RequiredFieldsForm } from './required-fields-form.tsx'
import { SaleAmountPrompt } from './sale-amount-prompt.tsx'
import type { LocalizedStatus } from './use-statuses.ts'

/** A lead of the list whose new status asks for a detail (lost reason, sale amount). */
type DetailPrompt = { lead: Lead; ask: StatusAsk }
/** Fields that a lead lacks for a status, which it gets with them. */
export type MissingPrompt = {
  status: LocalizedStatus
  missing: readonly OwnField[]
  onSave: (fields: SentFieldValues) => void
  /** `onSave` opens the prompt that follows. */
  isFollowed: boolean
}
export type StatusPrompt = DetailPrompt | MissingPrompt

type Props = { prompt: StatusPrompt; businessId: string; onClose: () => void }

export function StatusPromptModal({ prompt, businessId, onClose }: Props) {
  const { t } = useTranslation('leads')
  const { t: common } = useTranslation()
  const question =
    'missing' in prompt
      ? t('ownFields.title', { count: prompt.missing.length })
      : t(prompt.ask === 'lost_reason' ? 'lost.question' : 'sale.question')
  return (
    <Modal opened onClose={onClose} title={question} closeButtonProps={{ 'aria-label': common('close') }}>
      {'missing' in prompt ? (
        <RequiredFieldsForm
          status={prompt.status.name}
          fields={prompt.missing}
          onCancel={onClose}
          onSave={(fields) => {
            prompt.onSave(fields)
            if (!prompt.isFollowed) onClose()
          }}
        />
      ) : (
        <Detail prompt={prompt} {...{ question, businessId, onClose }} />
      )}
    </Modal>
  )
}

type DetailProps = Omit<Props, 'prompt'> & { prompt: DetailPrompt; question: string }

/** Asks for the detail of a new status. The status is saved already; the answer is optional. */
function Detail({ prompt: { lead, ask }, question, businessId, onClose }: DetailProps) {
  const { t } = useTranslation('leads')
  const { mutate } = useChangeLead(businessId)
  if (ask === 'lost_reason')
    return (
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
    )
  return (
    <SaleAmountPrompt
      bare
      value={lead.value}
      onSkip={onClose}
      onSave={(value) => {
        mutate({ lead, changes: { value } })
        onClose()
      }}
    />
  )
}
