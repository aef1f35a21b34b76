import { Button, Drawer, Group, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldUsage } from '#contract/lead-fields/lead-fields.ts'
import {
  hasOptions,
  type OwnField,
  type OwnFieldType,
  ownFieldName,
  ownFieldTypes,
  typesAfter,
} from '#contract/lead-fields/own-fields.ts'
import { ApiError } from '../../lib/http/call.ts'
import { showIssues } from '../../lib/http/form-errors.ts'
import { formatNumber } from '../../lib/i18n/format.ts'
import { currentLanguage } from '../../lib/i18n/i18n.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { useNarrow } from '../../lib/use-narrow.ts'
import { OwnInput } from '../../shared/own-fields/own-input.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { onGaps } from '../../ui/forms/form-failure.ts'
import { DialogFoot } from '../../ui/layout/dialog-foot.tsx'
import classes from './field-editor.module.css'
import { FieldGroup, FieldPlaces } from './field-places.tsx'
import {
  asField,
  changedIn,
  emptyField,
  type FieldForm,
  type FieldFormState,
  hasChanges,
  inputOf,
  newOption,
  problemsOf,
  removedIn,
  typesOf,
  valuesOf,
} from './field-values.ts'
import { useFieldNow, useSaveField } from './lead-fields.api.ts'
import { OptionList } from './option-list.tsx'

type Props = {
  /** Undefined: a new field. */
  field: OwnField | undefined
  fields: readonly OwnField[]
  usage: FieldUsage | undefined
  onClose: () => void
}
/** Creates or edits a field, in a drawer at the end side (Mantine mirrors "right"); on narrow screens from the bottom. */
export function FieldEditor({ field, ...props }: Props) {
  const { t } = useTranslation('lead-fields')
  const { t: common } = useTranslation()
  const isNarrow = useNarrow()
  return (
    <Drawer
      opened
      onClose={props.onClose}
      position={isNarrow ? 'bottom' : 'right'}
      size={isNarrow ? '92%' : 'lg'}
      title={field ? t('form.edit') : t('add')}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <Fields field={field} {...props} />
    </Drawer>
  )
}

function Fields({ field, fields, usage, onClose }: Props) {
  const { t } = useTranslation('lead-fields')
  const { t: common } = useTranslation()
  const hasValues = usage?.hasValues ?? false
  const { form, seen, submit, isPending } = useFieldForm({ field, hasValues, onClose })
  const { values } = form
  const names = [
    <TextInput key="he" label={t('form.nameHe')} withAsterisk dir="rtl" lang="he" {...form.getInputProps('nameHe')} />,
    <TextInput key="en" label={t('form.nameEn')} withAsterisk dir="ltr" lang="en" {...form.getInputProps('nameEn')} />,
  ]
  return (
    <form onSubmit={form.onSubmit(submit, onGaps(form))} noValidate>
      <Stack>
        <Group grow align="start">
          {currentLanguage() === 'he' ? names : names.toReversed()}
        </Group>
        <TypeSelect form={form} saved={field?.type} hasValues={hasValues} />
        {hasOptions(values.type) && (
          <OptionList form={form} removed={field ? removedIn(seen, values) : []} hasValues={hasValues} />
        )}
        {values.type === 'number' && (
          <Group grow align="end">
            <TextInput label={t('form.unit')} dir="auto" placeholder="m²" {...form.getInputProps('unit')} />
            <Switch label={t('form.isDecimal')} {...form.getInputProps('isDecimal', { type: 'checkbox' })} />
          </Group>
        )}
        <Textarea
          label={t('form.helpText')}
          description={t('form.helpTextText')}
          dir="auto"
          autosize
          minRows={1}
          maxRows={4}
          {...form.getInputProps('helpText')}
        />
        <FieldPlaces form={form} />
        <FieldGroup form={form} fields={fields} />
        <OwnInput
          // Remounts the input when the type changes, which clears the default.
          key={values.type}
          field={asField(values)}
          label={t('form.default')}
          description={t('form.defaultText')}
          value={values.default}
          error={form.errors.default}
          onChange={(value) => form.setFieldValue('default', value)}
        />
        <Switch
          label={t('form.isPersonal')}
          description={t('form.isPersonalText')}
          {...form.getInputProps('isPersonal', { type: 'checkbox' })}
        />
        {field && (
          <p className={classes.key}>
            {t('form.key')} <bdi dir="ltr">{ownFieldName(field.key)}</bdi>
          </p>
        )}
        <DialogFoot onCancel={onClose}>
          <Button type="submit" loading={isPending}>
            {common('save')}
          </Button>
        </DialogFoot>
      </Stack>
    </form>
  )
}

type FormOptions = { field: OwnField | undefined; hasValues: boolean; onClose: () => void }

function useFieldForm({ field, hasValues, onClose }: FormOptions) {
  const { t } = useTranslation('lead-fields')
  const { t: common } = useTranslation()
  const { businessId } = useBusiness()
  // Initial values, since another user may change the field meanwhile.
  const [seen, setSeen] = useState(() => (field ? valuesOf(field) : emptyField()))
  const fieldNow = useFieldNow(businessId)
  const save = useSaveField(businessId, field?._id)
  const form = useForm<FieldForm>({ initialValues: seen, validate: problemsOf })
  const submit = (given: FieldForm) => {
    const changes = changedIn(seen, given, hasValues)
    if (field && !hasChanges(changes)) return onClose()
    save.mutate(
      { fresh: inputOf(given), changes },
      {
        onSuccess: ({ leads }) => {
          toast.success(
            leads > 0
              ? t('form.replaced', { count: leads, total: formatNumber(leads) })
              : t(field ? 'form.changed' : 'form.added'),
          )
          onClose()
        },
        onError: (error) => {
          if (showIssues(form, error)) return
          // The refreshed `expected` values make saving again overwrite the other user's change.
          const now = field && fieldNow(field._id)
          if (now && error instanceof ApiError && error.code === 'changed_meanwhile') setSeen(valuesOf(now))
          toast.error(error instanceof ApiError ? error.message : common('unexpectedError'))
        },
      },
    )
  }
  return { form, seen, submit, isPending: save.isPending }
}

type TypeProps = { form: FieldFormState; saved: OwnFieldType | undefined; hasValues: boolean }

/** The type; once leads have values, only those that keep them. */
function TypeSelect({ form, saved, hasValues }: TypeProps) {
  const { t } = useTranslation('lead-fields')
  const isFixed = saved !== undefined && hasValues
  const types = saved ? typesOf(saved, hasValues, ownFieldTypes) : ownFieldTypes
  const next = saved && typesAfter[saved]
  const fixed = next ? t('form.typeMayChange', { type: t(`types.${next}`) }) : t('form.typeFixed')
  return (
    <Select
      label={t('form.type')}
      description={isFixed ? fixed : t(`typeTexts.${form.values.type}`)}
      data={types.map((type) => ({ value: type, label: t(`types.${type}`) }))}
      allowDeselect={false}
      disabled={types.length === 1}
      value={form.values.type}
      error={form.errors.type}
      onChange={(type) => {
        if (!type || type === form.values.type) return
        form.setFieldValue('type', type)
        const keepsDefault = typesAfter[form.values.type] === type && type === 'long_text'
        if (!keepsDefault) form.setFieldValue('default', null)
        if (hasOptions(type) && form.values.options.length === 0) form.setFieldValue('options', [newOption()])
      }}
    />
  )
}
