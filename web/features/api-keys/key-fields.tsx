import { NumberInput, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'

type Props = { field: ReturnType<UseFormReturnType<Record<string, unknown>>['getInputProps']> }

/** A key's name, in the forms that create and edit it. */
export function KeyName({ field }: Props) {
  const { t } = useTranslation('api-keys')
  return (
    <TextInput
      {...field}
      dir="auto"
      label={t('form.name')}
      description={t('form.nameText')}
      required
      autoComplete="off"
      data-autofocus
    />
  )
}

/** Requests per minute. */
export function KeyRate({ field }: Props) {
  const { t } = useTranslation('api-keys')
  return (
    <NumberInput
      {...field}
      label={t('form.rate')}
      description={t('form.rateText')}
      min={0}
      max={1_000_000}
      allowDecimal={false}
      allowNegative={false}
      thousandSeparator
    />
  )
}
