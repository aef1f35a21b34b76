import lists from '../../../../locales/he/lists.json'
import notifications from '../../../../locales/he/notifications.json'
import shell from '../../../../locales/he/shell.json'

/** Texts of the frame and of most pages in it, in one file. */
export const texts = { lists, notifications, shell }

/** Loads any file that is not loaded at once, by its path. Excludes texts that only the server uses. */
export const others = import.meta.glob<{ default: Record<string, unknown> }>([
  '../../../../locales/he/*.json',
  '!../../../../locales/*/*-{mail,server}.json',
  '!../../../../locales/*/{common,errors,lists,notifications,shell,unsaved}.json',
])
