import { currentLanguage } from '../../lib/i18n/i18n.ts'

/** The name of a language of WhatsApp in the interface's language: `en_US` is American English. */
export function languageName(code: string) {
  try {
    return new Intl.DisplayNames(currentLanguage(), { type: 'language' }).of(code.replaceAll('_', '-')) ?? code
  } catch {
    // Not a language tag: `of` refuses it.
    return code
  }
}
