import { Autocomplete, Group, MultiSelect, Stack, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { businessRoutes } from '#contract/businesses.ts'
import type { OwnField } from '#contract/lead-fields/own-fields.ts'
import { call } from '../../lib/http/call.ts'
import { currentLanguage } from '../../lib/i18n/i18n.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { campaignNamesQuery, useBusiness } from '../../lib/session/session.ts'
import { nameOf } from '../../shared/own-fields/own-fields.ts'
import type { FieldFormState } from './field-values.ts'

/** Campaigns whose leads have the field, and when it must be filled. */
export function FieldPlaces({ form }: { form: FieldFormState }) {
  const { t } = useTranslation('lead-fields')
  const { businessId } = useBusiness()
  const { data } = useQuery(campaignNamesQuery(businessId))
  const { data: business } = useQuery({
    queryKey: queryKeys.business(businessId),
    queryFn: () => call(businessRoutes.get),
    staleTime: 60_000,
  })
  const { campaignIds, requiredAt } = form.values
  const statuses = business?.statuses.toSorted((one, other) => one.position - other.position) ?? []
  return (
    <Stack gap="xs">
      <Switch
        label={t('form.everywhere')}
        checked={campaignIds === null}
        onChange={({ currentTarget }) => form.setFieldValue('campaignIds', currentTarget.checked ? null : [])}
      />
      {campaignIds && (
        <MultiSelect
          label={t('form.campaigns')}
          description={t('form.campaignsText')}
          withAsterisk
          searchable
          data={(data?.campaigns ?? []).map(({ _id, name }) => ({ value: _id, label: name }))}
          value={campaignIds}
          error={form.errors.campaignIds}
          onChange={(ids) => form.setFieldValue('campaignIds', ids)}
        />
      )}
      <Switch
        label={t('form.isRequired')}
        description={t('form.isRequiredText')}
        {...form.getInputProps('isRequired', { type: 'checkbox' })}
      />
      <MultiSelect
        label={t('form.requiredAt')}
        description={t('form.requiredAtText')}
        searchable
        hidePickedOptions
        data={statuses.map((status) => ({ value: status._id, label: nameOf(status) }))}
        value={requiredAt}
        error={form.errors.requiredAt}
        onChange={(ids) => form.setFieldValue('requiredAt', ids)}
      />
    </Stack>
  )
}

/** The heading below which the lead page shows the field, chosen among those in use or typed. */
export function FieldGroup({ form, fields }: { form: FieldFormState; fields: readonly OwnField[] }) {
  const { t } = useTranslation('lead-fields')
  const groups = fields.flatMap(({ group }) => (group ? [group] : []))
  const known = (name: 'nameHe' | 'nameEn') => [...new Set(groups.map((group) => group[name]))]
  // Choosing a known heading also fills in its name in the other language.
  const choose = (name: 'nameHe' | 'nameEn', typed: string) => {
    const group = groups.find((one) => one[name] === typed)
    form.setFieldValue(name === 'nameHe' ? 'groupHe' : 'groupEn', typed)
    if (!group) return
    form.setFieldValue('groupHe', group.nameHe)
    form.setFieldValue('groupEn', group.nameEn)
  }
  const inputs = [
    <Autocomplete
      key="he"
      label={t('form.groupHe')}
      dir="rtl"
      lang="he"
      data={known('nameHe')}
      value={form.values.groupHe}
      error={form.errors.groupHe}
      onChange={(typed) => choose('nameHe', typed)}
    />,
    <Autocomplete
      key="en"
      label={t('form.groupEn')}
      dir="ltr"
      lang="en"
      data={known('nameEn')}
      value={form.values.groupEn}
      error={form.errors.groupEn}
      onChange={(typed) => choose('nameEn', typed)}
    />,
  ]
  return (
    <Group grow align="start">
      {currentLanguage() === 'he' ? inputs : inputs.toReversed()}
    </Group>
  )
}
