import { useQueryClient } from '@tanstack/react-query'
import { SharePage } from '../../features/device/share-page.tsx'
import type { AddFiles } from '../../features/device/use-sharing.ts'
import { loadCode } from '../../lib/code/load-code.ts'
import { lazily } from '../../lib/lazy.ts'

const NewLead = lazily(() => import('../../features/leads/new-lead/new-lead-form.tsx'), 'NewLeadForm')

/** What another app shared, with the form of a new lead and the files of leads, which are features of their own. */
export function ShareWithLeads() {
  const client = useQueryClient()
  const addFiles: AddFiles = async (place, files, onAdded) => {
    const [{ addUploads }, { fileKeys }] = await Promise.all([
      loadCode(() => import('../../features/files/uploads.ts')),
      loadCode(() => import('../../features/files/files.api.ts')),
    ])
    const queryKey = fileKeys.ofLead(place.businessId, place.leadId)
    for (const one of files) {
      const added = () => {
        onAdded(one)
        void client.invalidateQueries({ queryKey })
      }
      // The same key when it is shared again before its hour is over, so that it is there once.
      addUploads({ ...place, onAdded: added }, [one.file], () => `${one.id} ${place.leadId}`)
    }
  }
  return <SharePage NewLead={NewLead} addFiles={addFiles} />
}
