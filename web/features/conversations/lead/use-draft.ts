import { useState } from 'react'
import type { SendingChannel } from '#contract/leads/conversations/message-shapes.ts'
import { dropDraft, readDraft, writeDraft } from '../../../lib/unsaved/drafts.ts'

type Draft = { text: string; subject: string }
const empty: Draft = { text: '', subject: '' }

/** What was typed to the lead on this channel, kept in the browser until it is sent. */
export function useDraft(leadId: string, channel: SendingChannel) {
  const id = `message-${channel}-${leadId}`
  const [draft, setDraft] = useState<Draft>(() => ({ ...empty, ...readDraft<Draft>(id) }))
  const type = (next: Draft) => {
    setDraft(next)
    if (next.text === '' && next.subject === '') dropDraft(id)
    else writeDraft(id, next)
  }
  return { draft, type, clear: () => type(empty) }
}
