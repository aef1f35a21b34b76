import { Button, Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { NewOwnField } from '#contract/lead-fields/lead-fields.ts'
import {
  hasOptions,
  OPTION_NAME_MAX,
  type OwnFieldName,
  type OwnFieldType,
  ownFieldName,
  ownFieldTypes,
} from '#contract/lead-fields/own-fields.ts'
import { IMPORT_VALUES_MAX, type LeadImport } from '#contract/leads/sheets/lead-import.ts'
import { rulesOf, showIssues } from '../../../lib/http/form-errors.ts'
import { formatNumber } from '../../../lib/i18n/format.ts'
import { currentLanguage } from '../../../lib/i18n/i18n.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { DialogFoot } from '../../../ui/layout/dialog-foot.tsx'
import { useAddField, valuesQuery } from './imports.api.ts'

type Props = {
  businessId: string
  file: LeadImport
  column: number
  onAdded: (target: OwnFieldName) => void
  onClose: () => void
}
type Form = { nameHe: string; nameEn: string; type: OwnFieldType }

const NAME_MAX = 50
/** The texts of a column as options, each once. */
function optionsOf(texts: readonly string[]) {
  const byName = new Map(texts.map((text) => [text.toLowerCase(), text]))
  return [...byName.values()].map((text) => ({ nameHe: text, nameEn: text }))
}

/** A field of the business's own for a column: named by its title, its type guessed from the samples. */
export function NewField({ businessId, file, column, onAdded, onClose }: Props) {
  const { t } = useTranslation('lead-sheets')
  const { t: common } = useTranslation()
  const { t: fields } = useTranslation('lead-fields')
  const found = file.columns[column]
  const values = useQuery(valuesQuery(businessId, file._id, column)).data?.values ?? []
  const texts = values.map(({ text }) => text)
  const areOptions =
    texts.length > 0 && texts.length < IMPORT_VALUES_MAX && texts.every((text) => text.length <= OPTION_NAME_MAX)
  const add = useAddField(businessId)
  const name = (found?.title ?? '').slice(0, NAME_MAX)
  const form = useForm<Form>({
    initialValues: { nameHe: name, nameEn: name, type: found?.fieldType ?? 'text' },
    validate: rulesOf(NewOwnField.pick({ nameHe: true, nameEn: true, type: true })),
  })
  const { type } = form.values
  const options = hasOptions(type) ? optionsOf(texts) : []
  const submit = (given: Form) =>
    add.mutate(
      // Later rows may have a fraction.
      { ...given, options, ...(given.type === 'number' && { isDecimal: true }) },
      {
        onSuccess: ({ field }) => {
          toast.success(t('import.fieldAdded', { name: currentLanguage() === 'he' ? field.nameHe : field.nameEn }))
          onAdded(ownFieldName(field.key))
        },
        onError: (error) => showIssues(form, error) || toast.error(error.message),
      },
    )
  const names = [
    <TextInput key="he" label={fields('form.nameHe')} dir="auto" data-autofocus {...form.getInputProps('nameHe')} />,
    <TextInput key="en" label={fields('form.nameEn')} dir="auto" {...form.getInputProps('nameEn')} />,
  ]
  const types = ownFieldTypes.filter((one) => !hasOptions(one) || areOptions)
  return (
    <Modal opened onClose={onClose} title={t('import.newField')} closeButtonProps={{ 'aria-label': common('close') }}>
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <Stack>
          <Text c="var(--ink-2)">{t('import.newFieldText', { column: found?.title ?? '' })}</Text>
          {currentLanguage() === 'he' ? names : names.toReversed()}
          <Select
            label={fields('form.type')}
            allowDeselect={false}
            data={types.map((one) => ({ value: one, label: fields(`types.${one}`) }))}
            {...form.getInputProps('type')}
          />
          {options.length > 0 && (
            <Text fz="sm" c="var(--ink-2)">
              {t('import.newOptions', { count: options.length, total: formatNumber(options.length) })}
            </Text>
          )}
          <DialogFoot onCancel={onClose}>
            <Button type="submit" loading={add.isPending}>
              {t('import.addField')}
            </Button>
          </DialogFoot>
        </Stack>
      </form>
    </Modal>
  )
}
