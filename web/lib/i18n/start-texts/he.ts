import common from '../../../../locales/he/common.json'
import errors from '../../../../locales/he/errors.json'
import lists from '../../../../locales/he/lists.json'
import notifications from '../../../../locales/he/notifications.json'
import shell from '../../../../locales/he/shell.json'
import unsaved from '../../../../locales/he/unsaved.json'

/** Texts that the frame and most pages need, in one file. */
export const startTexts = { common, errors, lists, notifications, shell, unsaved }
