import common from '../../../../locales/en/common.json'
import errors from '../../../../locales/en/errors.json'
import unsaved from '../../../../locales/en/unsaved.json'

/** Texts that every page needs, in one file. */
export const texts = { common, errors, unsaved }
