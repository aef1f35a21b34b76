import { useTranslation } from 'react-i18next'
import type { MessageTemplate } from '#contract/leads/messages/message-templates.ts'

/** The name in the language of the reader. */
export function useTemplateName() {
  const { i18n } = useTranslation()
  return ({ nameHe, nameEn }: Pick<MessageTemplate, 'nameHe' | 'nameEn'>) => (i18n.language === 'he' ? nameHe : nameEn)
}
