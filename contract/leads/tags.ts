import { z } from 'zod'
import { line } from '../common.ts'

export const TAG_MAX = 30
/** Maximum number of tags per lead. */
export const TAGS_MAX = 20

/** Key for comparing tags. Spellings that differ only in case are one tag; the first spelling is kept. */
export const tagKey = (tag: string) => tag.toLowerCase()
export const uniqueTags = (tags: string[]) =>
  tags.filter((tag, i) => tags.findIndex((other) => tagKey(other) === tagKey(tag)) === i)
export const tag = line(TAG_MAX, 1)
export const tags = z.array(tag).max(TAGS_MAX, 'too_many_tags').overwrite(uniqueTags)
