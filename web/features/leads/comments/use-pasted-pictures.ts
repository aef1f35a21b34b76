import { type ClipboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { PICTURES_MAX } from '#contract/leads/comments/pictures.ts'
import { useCommentPictures } from './comment-pictures.ts'
import type { CommentDraft } from './mention-draft.ts'

type Props = {
  businessId: string
  leadId: string
  draft: CommentDraft
  onDraft: (draft: CommentDraft) => void
}

/** Adds pasted pictures to the lead's files and to the draft. */
export function usePastedPictures({ businessId, leadId, draft, onDraft }: Props) {
  const pictures = useCommentPictures()
  const [adding, setAdding] = useState(0)
  const latest = useRef({ draft, onDraft })
  useLayoutEffect(() => {
    latest.current = { draft, onDraft }
  })
  const room = PICTURES_MAX - draft.pictures.length - adding
  const add = async (picture: File) => {
    setAdding((count) => count + 1)
    const id = await pictures?.add({ businessId, leadId }, picture)
    setAdding((count) => count - 1)
    const { draft: now, onDraft: change } = latest.current
    if (id !== undefined) change({ ...now, pictures: [...now.pictures, id] })
  }
  const onPaste = (event: ClipboardEvent) => {
    const pasted = [...event.clipboardData.files].filter(({ type }) => type.startsWith('image/'))
    if (!pictures || pasted.length === 0) return
    event.preventDefault()
    // The tab of files takes what is pasted elsewhere.
    event.stopPropagation()
    for (const picture of pasted.slice(0, Math.max(0, room))) void add(picture)
  }
  const remove = (id: string) => onDraft({ ...draft, pictures: draft.pictures.filter((one) => one !== id) })
  return { adding, onPaste, remove }
}
