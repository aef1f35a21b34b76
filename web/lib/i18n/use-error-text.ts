import { useTranslation } from 'react-i18next'

const ns = ['errors', 'refusals']

/** Text of an error known only by its code, as in a log or a failed order. */
export function useErrorText() {
  const { t, i18n } = useTranslation([...ns, 'common'])
  return (code: string | null, values: Record<string, unknown> = {}) =>
    code !== null && i18n.exists(code, { ns }) ? t(code, { ...values, ns }) : t('unexpectedError', { ns: 'common' })
}
