import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/constants.ts'

/** The standard announcements in the number's language, from the catalogue the server uses. Empty until loaded. */
export function useVoicePreview(language: Language) {
  const { t, ready } = useTranslation('call-voice', { lng: language, useSuspense: false })
  return (key: string, values: { campaign?: string } = {}) => (ready ? t(key, values) : '')
}
