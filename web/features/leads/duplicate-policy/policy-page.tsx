import { NumberInput, Radio, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  DuplicatePolicy,
  duplicateActions,
  duplicateScopes,
  REFUSED_DAYS,
  WINDOW_DAYS_MAX,
} from '#contract/duplicates/duplicate-policy.ts'
import { rulesOf } from '../../../lib/http/form-errors.ts'
import { formatNumber } from '../../../lib/i18n/format.ts'
import { useBusiness, useCan } from '../../../lib/session/session.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { EditPage } from '../../../ui/forms/edit-page.tsx'
import { failInto } from '../../../ui/forms/form-failure.ts'
import { FormSection, FormSections } from '../../../ui/forms/form-section.tsx'
import { changedFields, useEditForm } from '../../../ui/forms/use-edit-form.ts'
import { Page } from '../../../ui/layout/page.tsx'
import { DuplicatesToCheck } from './duplicates-state.tsx'
import { policyQuery, useChangePolicy } from './policy.api.ts'

// biome-ignore lint/performance/noBarrelFile: loaded with its page, because a file of its own would split those that other pages share.
export { DuplicatesState } from './duplicates-state.tsx'

/** An empty window is an empty text, as the number field has it. */
type Values = { action: DuplicatePolicy['action']; scope: DuplicatePolicy['scope']; windowDays: number | '' }
const valuesOf = (policy: DuplicatePolicy): Values => ({ ...policy, windowDays: policy.windowDays ?? '' })
const policyOf = (values: Values): DuplicatePolicy => ({ ...values, windowDays: values.windowDays || null })
const rules = rulesOf<DuplicatePolicy>(DuplicatePolicy)

/** What happens to an enquiry of a person who has a lead already: Owners decide, the others see it. */
export function DuplicatePolicyPage() {
  const { t } = useTranslation(['duplicate-policy', 'unsaved'])
  const { businessId } = useBusiness()
  const { data, error, refetch } = useQuery(policyQuery(businessId))
  if (data) return <Policy key={businessId} {...{ businessId }} policy={data.policy} refused={data.refused} />
  return (
    <Page title={t('title')}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={6} columns={2} />}
    </Page>
  )
}

type Props = { businessId: string; policy: DuplicatePolicy; refused: number }
function Policy({ businessId, policy, refused }: Props) {
  const { t } = useTranslation('duplicate-policy')
  const canEdit = useCan('business.settings')
  const save = useChangePolicy(businessId)
  const edit = useEditForm({
    id: `duplicate-policy-${businessId}`,
    initialValues: valuesOf(policy),
    validate: (values) => rules(policyOf(values)),
    changesIn: changedFields,
  })
  const { form, settle } = edit
  const send = (values: Values) =>
    save.mutate(policyOf(values), {
      onSuccess: (saved) => {
        settle(valuesOf(saved.policy))
        toast.success(t('saved'))
      },
      onError: failInto(form),
    })
  const choice = (name: 'action' | 'scope', options: readonly string[]) => (
    <Radio.Group {...form.getInputProps(name)} aria-label={t(`${name}.title`)}>
      <Stack gap="md">
        {options.map((option) => (
          <Radio
            key={option}
            value={option}
            disabled={!canEdit}
            label={t(`${name}.${option}`)}
            description={t(`${name}.${option}Text`)}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
  const { action } = form.values
  return (
    <EditPage
      {...{ edit, canEdit }}
      onSend={send}
      isSaving={save.isPending}
      undo={t('undo')}
      title={t('title')}
      context={<DuplicatesToCheck />}
    >
      <FormSections>
        <FormSection title={t('action.title')} text={t('action.text')}>
          {choice('action', duplicateActions)}
          {(refused > 0 || action === 'refuse') && (
            <p>{t('refused', { count: refused, number: formatNumber(refused), days: REFUSED_DAYS })}</p>
          )}
        </FormSection>
        <FormSection title={t('scope.title')} text={t('scope.text')}>
          {choice('scope', duplicateScopes)}
        </FormSection>
        <FormSection title={t('window.title')} text={t('window.text')}>
          <NumberInput
            {...form.getInputProps('windowDays')}
            label={t('window.days')}
            placeholder={t('window.always')}
            min={1}
            max={WINDOW_DAYS_MAX}
            clampBehavior="none"
            allowDecimal={false}
            allowNegative={false}
            disabled={!canEdit}
            w="12rem"
          />
        </FormSection>
      </FormSections>
    </EditPage>
  )
}
