import common from '../../../../locales/he/common.json'
import errors from '../../../../locales/he/errors.json'
import unsaved from '../../../../locales/he/unsaved.json'

/** Texts that every page needs, in one file. */
export const texts = { common, errors, unsaved }
