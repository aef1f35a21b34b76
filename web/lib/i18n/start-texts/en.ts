import common from '../../../../locales/en/common.json'
import errors from '../../../../locales/en/errors.json'
import lists from '../../../../locales/en/lists.json'
import notifications from '../../../../locales/en/notifications.json'
import shell from '../../../../locales/en/shell.json'
import unsaved from '../../../../locales/en/unsaved.json'

/** Texts that the frame and most pages need, in one file. */
export const startTexts = { common, errors, lists, notifications, shell, unsaved }
