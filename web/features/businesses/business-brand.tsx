import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ColorField } from '../../ui/forms/color-field.tsx'
import { FieldPair, FormSection } from '../../ui/forms/form-section.tsx'
import type { BusinessForm } from './business-form.ts'

/** The branding of the business's public pages, besides its name and logo. */
export function BusinessBrand({ form }: { form: BusinessForm }) {
  const { t } = useTranslation('businesses')
  return (
    <FormSection title={t('sections.brand')} text={t('sections.brandText')}>
      <FieldPair>
        <ColorField
          {...form.getInputProps('brandColor')}
          value={form.values.brandColor}
          label={t('fields.brandColor')}
          description={t('fields.brandColorWhy')}
          chooseLabel={t('fields.chooseColor')}
        />
        <TextInput
          {...form.getInputProps('privacyUrl')}
          type="url"
          dir="ltr"
          label={t('fields.privacyUrl')}
          description={t('fields.privacyUrlWhy')}
          placeholder="https://"
          autoComplete="off"
        />
      </FieldPair>
    </FormSection>
  )
}
