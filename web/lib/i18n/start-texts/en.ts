import common from '../../../../locales/en/common.json'
import errors from '../../../../locales/en/errors.json'
import unsaved from '../../../../locales/en/unsaved.json'

/** Texts that every page needs, in one file. */
export const texts = { common, errors, unsaved }

/**
 * Loads the other files of pages without the frame, by their paths. `errors` contains codes that the web itself uses,
 * `refusals` all others.
 */
export const others = import.meta.glob<{ default: Record<string, unknown> }>(
  '../../../../locales/en/{auth,confirm-email,google-sign-in,guest-meeting,invitation,join,passkeys,recipient,refusals,two-factor}.json',
)
