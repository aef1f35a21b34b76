import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Lead } from '#contract/leads/leads.ts'
import { paths } from '../../lib/paths.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import {
  removeShared,
  removeSharedFile,
  removeSharedText,
  type SharedFile,
} from '../../lib/session/device/shared-store.ts'
import { useSession } from '../../lib/session/session.ts'
import { sendOrKeep } from '../../lib/session/unsent/send-or-keep.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { type LeadChoice, type SharedContent, sharedQuery } from './sharing.api.ts'

type Place = { businessId: string; leadId: string }
/** Uploads files behind the page; `onAdded` is called for each that the server has. */
export type AddFiles = (
  place: Place,
  files: readonly SharedFile[],
  onAdded: (file: SharedFile) => void,
) => Promise<void>
type Given = { shared: SharedContent; businessId: string; addFiles: AddFiles }
export type Sharing = ReturnType<typeof useSharing>

/** What a person does with what was shared. The device keeps it until the server has it, or it waits to be sent. */
export function useSharing({ shared, businessId, addFiles }: Given) {
  const { t } = useTranslation('device')
  const { user } = useSession()
  const router = useRouter()
  const client = useQueryClient()
  const query = sharedQuery(user._id)

  /** Something else that was shared comes next; otherwise the lead is shown. */
  const goOn = async ({ _id, campaignId }: Pick<Lead, '_id' | 'campaignId'>, isWithFiles: boolean) => {
    const next = await client.fetchQuery(query).catch(() => null)
    if (next && next.id !== shared.id) return
    const lead = paths.lead(businessId, campaignId, _id)
    await router.navigate({ href: isWithFiles ? `${lead}?tab=files` : lead, replace: true })
  }
  const upload = (leadId: string) =>
    addFiles({ businessId, leadId }, shared.files, ({ id }) => void removeSharedFile(shared.id, id))

  const addTo = useMutation({
    meta: { silent: true },
    mutationFn: async ({ lead, text, isLost }: { lead: LeadChoice; text: string; isLost: boolean }) => {
      const isWithFiles = shared.files.length > 0 && !isLost
      if (text) {
        const comment = { kind: 'comment', body: { text }, shown: text } as const
        const sent = await sendOrKeep({ id: `${shared.id} ${lead._id}`, businessId, leadId: lead._id, ...comment })
        await removeSharedText(shared.id)
        await client.invalidateQueries({ queryKey: queryKeys.leads(businessId) })
        if (sent.isKept) toast.info(t('share.commentWaits'))
        else toast.success(t('share.commentAdded', { name: lead.name }))
      }
      if (isWithFiles) await upload(lead._id)
      if (isLost && shared.files.length > 0) await client.refetchQueries(query)
      else await goOn(lead, isWithFiles)
    },
  })
  return {
    addTo,
    addedNew: async (lead: Lead) => {
      const isWithFiles = shared.files.length > 0
      await removeSharedText(shared.id)
      if (isWithFiles) await upload(lead._id)
      await goOn(lead, isWithFiles)
    },
    discard: async () => {
      await removeShared(shared.id)
      await client.refetchQueries(query)
    },
    leave: () => void router.navigate({ href: paths.home }),
  }
}
