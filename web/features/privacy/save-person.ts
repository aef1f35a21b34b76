import { privacyRoutes } from '#contract/privacy.ts'
import { call } from '../../lib/http/call.ts'
import { i18n } from '../../lib/i18n/i18n.ts'
import { toast } from '../../ui/feedback/toast.tsx'

/** Downloads a file by its signed URL, which is valid for minutes. */
export async function saveFile(link: Promise<{ url: string }>) {
  const [{ url }] = await Promise.all([link, i18n.loadNamespaces('privacy')])
  Object.assign(document.createElement('a'), { href: url, download: '' }).click()
  toast.success(i18n.t('saving', { ns: 'privacy' }))
}

/** Saves what is stored about the person of a lead. */
export const savePerson = (leadId: string) => saveFile(call(privacyRoutes.leadFile, { params: { id: leadId } }))
