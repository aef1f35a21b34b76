import lists from '../../../../locales/he/lists.json'
import notifications from '../../../../locales/he/notifications.json'
import shell from '../../../../locales/he/shell.json'

/** Texts of the frame and of most pages in it, in one file. */
export const texts = { lists, notifications, shell }
