import { useState } from 'react'
import type { StatusAsk } from '#contract/lead-status.ts'
import type { Lead } from '#contract/leads.ts'
import { useModal } from '../../../lib/modal-stack.ts'

/** A lead of a list whose new status asks for something. */
export type Asked = { lead: Lead; ask: StatusAsk }

export function useAsked() {
  const { opened, open, close } = useModal('status-asks')
  const [asked, setAsked] = useState<Asked>()
  return {
    asked: opened ? asked : undefined,
    ask: (next: Asked) => {
      setAsked(next)
      open()
    },
    close,
  }
}
