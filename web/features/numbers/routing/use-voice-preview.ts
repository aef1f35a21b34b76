import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/constants.ts'

/** What is said where no other words were written, in the number's language: the very texts that the server says. Empty until they are here. */
export function useVoicePreview(language: Language) {
  const { t, ready } = useTranslation('call-voice', { lng: language, useSuspense: false })
  return (key: string, values: { campaign?: string } = {}) => (ready ? t(key, values) : '')
}
