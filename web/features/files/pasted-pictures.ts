import { fileRoutes } from '#contract/files/files.ts'
import { wallTimeOf } from '#contract/values/clock.ts'
import { ApiError, call } from '../../lib/http/call.ts'
import { newKey } from '../../lib/http/idempotency-key.ts'
import { i18n } from '../../lib/i18n/i18n.ts'
import { toast } from '../../ui/feedback/toast.tsx'

/** A pasted picture under a name with the time: browsers call all of them the same. */
export const namedPicture = (file: File, name: string) => {
  const ending = file.name.split('.').at(-1) ?? 'png'
  return /^image\.\w+$/.test(file.name)
    ? new File([file], `${name} ${wallTimeOf(new Date().toISOString()).replaceAll(':', '.')}.${ending}`, {
        type: file.type,
      })
    : file
}

/** Adds a picture to the files of a lead and returns its id. If it is refused, the reason is shown. */
export async function addPicture({ businessId, leadId }: { businessId: string; leadId: string }, picture: File) {
  await i18n.loadNamespaces('files')
  const file = namedPicture(picture, i18n.t('pasted', { ns: 'files' }))
  try {
    const added = await call(fileRoutes.add, { params: { id: leadId }, file }, { businessId, idempotencyKey: newKey() })
    return added.file._id
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    toast.error(error.message)
  }
}
