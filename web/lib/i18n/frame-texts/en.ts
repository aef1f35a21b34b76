import lists from '../../../../locales/en/lists.json'
import notifications from '../../../../locales/en/notifications.json'
import shell from '../../../../locales/en/shell.json'

/** Texts of the frame and of most pages in it, in one file. */
export const texts = { lists, notifications, shell }
