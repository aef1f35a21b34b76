import { Group, NumberInput, Switch, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { AUTOMATIONS_PER_DAY_MAX, GRACE_MINUTES_MAX, LeadQuietSettings } from '#contract/working-hours/lead-quiet.ts'
import type { LeadQuiet } from '#contract/working-hours/quiet-terms.ts'
import { rulesOf } from '../../lib/http/form-errors.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { EditPage } from '../../ui/forms/edit-page.tsx'
import { failInto } from '../../ui/forms/form-failure.ts'
import { FormSection, FormSections } from '../../ui/forms/form-section.tsx'
import { changedFields, useEditForm } from '../../ui/forms/use-edit-form.ts'
import { Page } from '../../ui/layout/page.tsx'
import { quietQuery, useChangeQuiet } from './lead-quiet.api.ts'

const rules = rulesOf<LeadQuiet>(LeadQuietSettings)

/** When nothing is sent to leads, and what is excepted. */
export function LeadQuietPage() {
  const { t } = useTranslation(['lead-quiet', 'unsaved'])
  const { businessId } = useBusiness()
  const { data, error, refetch } = useQuery(quietQuery(businessId))
  if (data) return <QuietForm key={businessId} businessId={businessId} quiet={data.quiet} version={data.version} />
  return (
    <Page title={t('title')}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={6} columns={2} />}
    </Page>
  )
}

type Props = { businessId: string; quiet: LeadQuiet; version: number }
function QuietForm({ businessId, quiet, version }: Props) {
  const { t } = useTranslation('lead-quiet')
  const save = useChangeQuiet(businessId)
  const edit = useEditForm({
    id: `lead-quiet-${businessId}`,
    initialValues: quiet,
    validate: (values) => rules(values),
    changesIn: changedFields,
  })
  const { form, settle } = edit
  const send = (values: LeadQuiet) =>
    save.mutate(
      { quiet: values, expected: version },
      {
        onSuccess: (saved) => {
          settle(saved.quiet)
          toast.success(t('saved'))
        },
        onError: failInto(form),
      },
    )
  const time = (name: 'from' | 'to') => (
    <TextInput {...form.getInputProps(name)} type="time" dir="ltr" label={t(name)} w="9rem" />
  )
  const number = (name: 'graceMinutes' | 'automationsPerDay', max: number) => (
    <NumberInput
      {...form.getInputProps(name)}
      label={t(name)}
      min={0}
      max={max}
      clampBehavior="none"
      allowDecimal={false}
      allowNegative={false}
      w="12rem"
    />
  )
  return (
    <EditPage {...{ edit }} canEdit onSend={send} isSaving={save.isPending} undo={t('undo')} title={t('title')}>
      <FormSections>
        <FormSection title={t('night')} text={t('nightText')}>
          <Group gap="md">
            {time('from')}
            {time('to')}
          </Group>
        </FormSection>
        <FormSection title={t('rest')} text={t('restText')}>
          {number('graceMinutes', GRACE_MINUTES_MAX)}
        </FormSection>
        <FormSection title={t('exceptions')} text={t('exceptionsText')}>
          <Switch
            {...form.getInputProps('answersAtOnce', { type: 'checkbox' })}
            label={t('answersAtOnce')}
            description={t('answersAtOnceText')}
          />
        </FormSection>
        <FormSection title={t('automations')} text={t('automationsText')}>
          {number('automationsPerDay', AUTOMATIONS_PER_DAY_MAX)}
        </FormSection>
      </FormSections>
    </EditPage>
  )
}
