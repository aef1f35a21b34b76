import { isShareable, SHARE_PATH, SHARED_FILES_MAX, SHARED_TEXT_MAX, shareFields } from '#contract/files/sharing.ts'
import { FILE_MAX_BYTES } from '#contract/files/terms.ts'
import { keepShared, type LeftOut, type Received, type SharedFile } from '../lib/session/device/shared-store.ts'

/** Why a file is not kept, if it is not; `kept`: how many are. */
function refusal(file: File, kept: number): keyof LeftOut | undefined {
  if (!isShareable(file)) return 'wrongType'
  if (file.size === 0) return 'empty'
  if (file.size > FILE_MAX_BYTES) return 'tooLarge'
  return kept >= SHARED_FILES_MAX ? 'tooMany' : undefined
}

/** What a form of the share sheet holds, within the limits. Another site may send it, too, so it is checked as from anybody. */
export function receivedFrom(form: FormData, at: number): Received {
  const textOf = (field: string) => form.getAll(field).find((value) => typeof value === 'string') ?? ''
  const [title, text, url] = [shareFields.title, shareFields.text, shareFields.url].map(textOf)
  const files: SharedFile[] = []
  const leftOut: LeftOut = {}
  for (const file of form.getAll(shareFields.files)) {
    // An empty field of a form is a file without a name.
    if (typeof file === 'string' || (file.name === '' && file.size === 0)) continue
    const why = refusal(file, files.length)
    if (why) leftOut[why] = (leftOut[why] ?? 0) + 1
    else files.push({ id: crypto.randomUUID(), file })
  }
  const cut = (value = '') => value.slice(0, SHARED_TEXT_MAX)
  const isCut = [title, text, url].some((value = '') => value.length > SHARED_TEXT_MAX)
  return { id: crypto.randomUUID(), at, title: cut(title), text: cut(text), url: cut(url), isCut, files, leftOut }
}

/** Keeps what was shared on the device, and opens the page that asks what to do with it. */
export async function receiveShare(request: Request): Promise<Response> {
  try {
    const received = receivedFrom(await request.formData(), Date.now())
    await keepShared(received).catch(() =>
      keepShared({ ...received, files: [], leftOut: { ...received.leftOut, noRoom: received.files.length } }),
    )
  } catch (error) {
    // The page says that nothing arrived.
    console.warn(error)
  }
  return Response.redirect(SHARE_PATH, 303)
}
