import { useState } from 'react'
import { lazily } from '../../../lib/lazy.ts'
import { useModal } from '../../../lib/modal-stack.ts'
import type { StatusPrompt } from './status-prompt-modal.tsx'

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

const StatusPromptModal = lazily(() => import('./status-prompt-modal.tsx'), 'StatusPromptModal', { soon: true })

export const StatusPromptSlot = ({
  state,
  businessId,
}: {
  state: ReturnType<typeof useStatusPrompt>
  businessId: string
}) => state.prompt && <StatusPromptModal prompt={state.prompt} businessId={businessId} onClose={state.close} />
