import { useState } from 'react'
import type { StatusAsk } from '#contract/leads/lead-status.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { lazily } from '../../../lib/lazy.ts'
import { useModal } from '../../../lib/modal-stack.ts'

/** A lead of the list whose new status asks for a detail (lost reason, sale amount). */
export type StatusPrompt = { lead: Lead; ask: StatusAsk }

export function useStatusPrompt() {
  const { opened, open, close } = useModal('status-asks')
  const [prompt, setPrompt] = useState<StatusPrompt>()
  return {
    prompt: opened ? prompt : undefined,
    open: (next: StatusPrompt) => {
      setPrompt(next)
      open()
    },
    close,
  }
}

const StatusPromptModal = lazily(() => import('./status-prompt-modal.tsx'), 'StatusPromptModal')

export const StatusPromptSlot = ({
  state,
  businessId,
}: {
  state: ReturnType<typeof useStatusPrompt>
  businessId: string
}) => state.prompt && <StatusPromptModal prompt={state.prompt} businessId={businessId} onClose={state.close} />
