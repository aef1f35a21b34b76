import common from '../../../../locales/en/common.json'
import errors from '../../../../locales/en/errors.json'
import unsaved from '../../../../locales/en/unsaved.json'

/** Texts that every page needs, in one file. */
export const texts = { common, errors, unsaved }

/**
 * Loads any other file of the language, by its path. Excludes texts that only the server uses, and those of the frame.
 * `errors` contains codes that the web itself uses, `refusals` all others.
 */
export const others = import.meta.glob<{ default: Record<string, unknown> }>([
  '../../../../locales/en/*.json',
  '!../../../../locales/*/*-{mail,server}.json',
  '!../../../../locales/*/{common,errors,lists,notifications,shell,unsaved}.json',
])
