import { Autocomplete, Select, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { businessTypes, linesOfBusiness } from '#contract/businesses.ts'
import { FieldPair, FormSection } from '../../ui/forms/form-section.tsx'
import type { BusinessForm } from './business-form.ts'
import { countryNames } from './countries.ts'

type Props = {
  form: BusinessForm
  /** The field for choosing its image. */
  image: ReactNode
  autoFocus?: boolean
}

/** Fields that identify a business: image, name, type and number. */
export function BusinessIdentity({ form, image, autoFocus = false }: Props) {
  const { t } = useTranslation('businesses')
  return (
    <FormSection title={t('sections.identity')} text={t('sections.identityText')}>
      <TextInput
        {...form.getInputProps('name')}
        dir="auto"
        label={t('create.name')}
        description={t('create.nameWhy')}
        withAsterisk
        required
        autoComplete="organization"
        autoFocus={autoFocus}
      />
      {image}
      <FieldPair>
        <TextInput
          {...form.getInputProps('brandName')}
          dir="auto"
          label={t('fields.brandName')}
          description={t('fields.brandNameWhy')}
          autoComplete="off"
        />
        <LineOfBusiness form={form} />
      </FieldPair>
      <FieldPair>
        <Select
          {...form.getInputProps('businessType')}
          value={form.values.businessType || null}
          onChange={(type) => form.setFieldValue('businessType', type ?? '')}
          label={t('fields.businessType')}
          placeholder={t('fields.choose')}
          data={businessTypes.map((value) => ({ value, label: t(`types.${value}`) }))}
          clearable
          clearButtonProps={{ 'aria-label': t('fields.clearType') }}
        />
        <TextInput
          {...form.getInputProps('companyNumber')}
          dir="ltr"
          inputMode="numeric"
          label={t('fields.companyNumber')}
          description={t('fields.nineDigits')}
          autoComplete="off"
        />
      </FieldPair>
    </FormSection>
  )
}

/** Line of business from a translated list, or free text. */
function LineOfBusiness({ form }: { form: BusinessForm }) {
  const { t } = useTranslation('businesses')
  const names = linesOfBusiness.map((key) => ({ key, name: t(`lines.${key}`) }))
  const value = form.values.primaryLineOfBusiness
  return (
    <Autocomplete
      {...form.getInputProps('primaryLineOfBusiness')}
      dir="auto"
      label={t('fields.line')}
      description={t('fields.lineWhy')}
      value={names.find(({ key }) => key === value)?.name ?? value}
      onChange={(text) =>
        form.setFieldValue('primaryLineOfBusiness', names.find(({ name }) => name === text)?.key ?? text)
      }
      data={names.map(({ name }) => name)}
    />
  )
}

/** Address and contact fields of a business. */
export function BusinessContact({ form }: { form: BusinessForm }) {
  const { t } = useTranslation('businesses')
  return (
    <FormSection title={t('sections.contact')} text={t('sections.contactText')}>
      <TextInput
        {...form.getInputProps('contactName')}
        dir="auto"
        label={t('create.contactName')}
        autoComplete="name"
      />
      <FieldPair>
        <TextInput
          {...form.getInputProps('email')}
          type="email"
          dir="ltr"
          label={t('create.email')}
          autoComplete="email"
        />
        <TextInput {...form.getInputProps('phone')} type="tel" dir="ltr" label={t('create.phone')} autoComplete="tel" />
      </FieldPair>
      <FieldPair>
        <TextInput
          {...form.getInputProps('street')}
          dir="auto"
          label={t('fields.street')}
          autoComplete="street-address"
        />
        <TextInput {...form.getInputProps('city')} dir="auto" label={t('fields.city')} autoComplete="address-level2" />
      </FieldPair>
      <Select
        {...form.getInputProps('country')}
        label={t('fields.country')}
        data={countryNames()}
        allowDeselect={false}
        searchable
        nothingFoundMessage={t('fields.noCountry')}
      />
    </FormSection>
  )
}
