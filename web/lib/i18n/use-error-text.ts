import { useTranslation } from 'react-i18next'

const ns = ['errors', 'refusals']

/** Returns the text for an error code, for example the stored code of a failed operation. */
export function useErrorText() {
  const { t, i18n } = useTranslation([...ns, 'common'])
  return (code: string | null, values: Record<string, unknown> = {}) =>
    code !== null && i18n.exists(code, { ns }) ? t(code, { ...values, ns }) : t('unexpectedError', { ns: 'common' })
}
