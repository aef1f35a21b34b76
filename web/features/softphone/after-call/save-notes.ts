import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { KnownLead } from '#contract/calls/softphone.ts'
import { ApiError } from '../../../lib/http/call.ts'
import { issuesOf } from '../../../lib/http/form-errors.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import type { NewAct, Request, Sent } from '../../../lib/session/unsent/act.ts'
import { sendOrKeep } from '../../../lib/session/unsent/send-or-keep.ts'
import { parseAmount } from '../../../ui/display/amount.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { ringingQuery } from '../softphone.api.ts'
import { type CallNotes, dropCall, type KeptCall, keyOf, NO_NOTES, noteCall } from './kept-calls.ts'

export type NotedLead = { _id: string; name: string; known: KnownLead }
/** The chosen status, for what it asks. */
type Asked = { _id: string; asks: 'sale_amount' | 'lost_reason' | null } | undefined

/** A request, and the notes that it takes care of. */
type Part = { request: Request; done: Partial<CallNotes> }

function changeOf({ name, statusId, lostReason, amount }: CallNotes, { name: before, known }: NotedLead, asked: Asked) {
  const newName = name?.trim()
  const hasName = newName !== undefined && newName !== '' && newName !== before
  const hasStatus = statusId !== null && statusId !== known.statusId
  const reason = hasStatus && asked?.asks === 'lost_reason' ? lostReason.trim() : ''
  const value = hasStatus && asked?.asks === 'sale_amount' ? parseAmount(amount) : null
  if (!hasName && !hasStatus) return undefined
  return {
    ...(hasName && { name: newName }),
    ...(hasStatus && { statusId }),
    ...(reason && { lostReason: reason }),
    ...(value !== null && { value }),
    expected: { ...(hasName && { name: before }), ...(hasStatus && { statusId: known.statusId }) },
  }
}

/** What is to be sent, in this order: a status may bring a follow-up of its own, which the chosen one replaces. */
export function partsOf(notes: CallNotes, lead: NotedLead, asked: Asked): Part[] {
  const change = changeOf(notes, lead, asked)
  const text = notes.note.trim()
  const { name, statusId, lostReason, amount } = NO_NOTES
  return [
    ...(change
      ? [{ request: { kind: 'change' as const, body: change }, done: { name, statusId, lostReason, amount } }]
      : []),
    ...(text ? [{ request: { kind: 'comment' as const, body: { text } }, done: { note: '' } }] : []),
    ...(notes.callBackAt
      ? [
          {
            request: {
              kind: 'setFollowUp' as const,
              body: { action: 'Call Back' as const, dueAt: notes.callBackAt, note: '' },
            },
            done: { callBackAt: null },
          },
        ]
      : []),
  ]
}

/** Saves the notes of a call with one press. What was saved leaves the form; what was refused stays, with the reason. */
export function useSaveNotes({ callId, businessId, notes }: KeptCall, lead: NotedLead, asked: Asked) {
  const { t } = useTranslation('softphone')
  const { t: common } = useTranslation()
  const client = useQueryClient()
  const [isSaving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const parts = partsOf(notes, lead, asked)

  const send = ({ request }: Part): Promise<Sent<unknown>> => {
    const id = keyOf(callId, request.kind, request.body)
    return sendOrKeep({ id, businessId, leadId: lead._id, ...request } as NewAct)
  }
  const sendAll = async () => {
    let isKept = false
    for (const part of parts) {
      isKept = (await send(part)).isKept || isKept
      noteCall(callId, part.done)
    }
    dropCall(callId)
    if (isKept) toast.info(t('after.kept'))
    else toast.success(t('after.saved'))
  }
  const wordsOf = (error: unknown) => {
    const [issue] = Object.values(issuesOf(error) ?? {})
    if (issue) return issue
    if (!(error instanceof ApiError)) return common('unexpectedError')
    return error.code === 'changed_meanwhile' ? t('after.changed') : error.message
  }
  const save = async () => {
    if (isSaving || parts.length === 0) return
    setSaving(true)
    setProblem(null)
    await sendAll().catch((error: unknown) => setProblem(wordsOf(error)))
    for (const queryKey of [queryKeys.leads(businessId), queryKeys.followUps(businessId)])
      void client.invalidateQueries({ queryKey })
    // After a conflict, the next press expects what is stored now.
    await client.invalidateQueries({ queryKey: ringingQuery(callId).queryKey })
    setSaving(false)
  }
  return { save, isSaving, problem, canSave: parts.length > 0 }
}
