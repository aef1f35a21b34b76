import common from '../../../../locales/he/common.json'
import errors from '../../../../locales/he/errors.json'
import unsaved from '../../../../locales/he/unsaved.json'

/** Texts that every page needs, in one file. */
export const texts = { common, errors, unsaved }

/**
 * Loads any other file of the language, by its path. Excludes texts that only the server uses, and those of the frame.
 * `errors` contains codes that the web itself uses, `refusals` all others.
 */
export const others = import.meta.glob<{ default: Record<string, unknown> }>([
  '../../../../locales/he/*.json',
  '!../../../../locales/*/*-{mail,server}.json',
  '!../../../../locales/*/{common,errors,lists,notifications,shell,unsaved}.json',
])
