import { NumberInput, TagsInput, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { KEY_ADDRESSES_MAX } from '#contract/auth/api-keys.ts'
import { DayInput } from '../../ui/forms/day-input.tsx'

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

/** Until when, and from where, a key may be used. */
export function KeyLimits({ until, addresses }: { until: Props['field']; addresses: Props['field'] }) {
  const { t } = useTranslation('api-keys')
  return (
    <>
      <DayInput {...until} label={t('form.until')} placeholder={t('form.noEnd')} clearable />
      <TagsInput
        {...addresses}
        dir="ltr"
        label={t('form.addresses')}
        description={t('form.addressesText')}
        placeholder="192.0.2.0/24"
        maxTags={KEY_ADDRESSES_MAX}
        splitChars={[',', ' ']}
      />
    </>
  )
}
