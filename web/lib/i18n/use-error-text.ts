import { useTranslation } from 'react-i18next'

const ns = ['errors', 'refusals']

/** The text of an error that is named by its code alone, as a log or a failed order does. */
export function useErrorText() {
  const { t, i18n } = useTranslation([...ns, 'common'])
  return (code: string | null, values: Record<string, unknown> = {}) =>
    code !== null && i18n.exists(code, { ns }) ? t(code, { ...values, ns }) : t('unexpectedError', { ns: 'common' })
}
