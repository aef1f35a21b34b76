import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LeadDetails } from '#contract/leads/leads.ts'
import type { User } from '#contract/team/users.ts'
import { ApiError } from '../../../lib/http/call.ts'
import { issuesOf } from '../../../lib/http/form-errors.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { type LeadChange, leadQuery, useChangeLead } from '../leads.api.ts'

export type Changes = LeadChange['changes']
/** Another person changed the same field meanwhile: the lead on the server, and the rejected changes. */
export type Conflict = { theirs: LeadDetails; changes: Changes; assignee: User | null | undefined }
export type SaveLead = (changes: Changes, assignee?: User | null) => void

/** Saves changes optimistically; a conflict stays until the person decides. */
export function useLeadChanges(businessId: string, lead: LeadDetails | undefined) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const change = useChangeLead(businessId, { silent: true })
  const [conflict, setConflict] = useState<Conflict>()

  const send = async (from: LeadDetails, changes: Changes, assignee: User | null | undefined) => {
    try {
      await change.mutateAsync({ lead: from, changes, assignee: assignee ?? null })
      setConflict(undefined)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'changed_meanwhile') {
        const { lead: theirs } = await client.fetchQuery({ ...leadQuery(businessId, from._id), staleTime: 0 })
        return setConflict({ theirs, changes, assignee })
      }
      const [issue] = Object.values(issuesOf(error) ?? {})
      toast.error(issue ?? (error instanceof ApiError ? error.message : t('unexpectedError')))
    }
  }
  const save: SaveLead = (changes, assignee) => void (lead && send(lead, changes, assignee))
  return {
    save,
    /** Of the shown lead only. */
    conflict: conflict && conflict.theirs._id === lead?._id ? conflict : undefined,
    keepTheirs: () => setConflict(undefined),
    useMine: () => conflict && void send(conflict.theirs, conflict.changes, conflict.assignee),
  }
}
