import { Button, Group, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { knownSources } from '#contract/leads/attribution.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { ApiError } from '../../../lib/http/call.ts'
import { showIssues } from '../../../lib/http/form-errors.ts'
import { dropIdempotencyKey, idempotencyKey } from '../../../lib/http/idempotency-key.ts'
import { directionOfTyped } from '../../../lib/i18n/typed-direction.ts'
import { campaignNamesQuery, useCanIn } from '../../../lib/session/session.ts'
import { useDraft } from '../../../lib/unsaved/drafts.ts'
import { useOwnFields } from '../../../shared/own-fields/own-fields.ts'
import { useSourceName } from '../../../shared/source-mark.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { onGaps } from '../../../ui/forms/form-failure.ts'
import { looksLikePhone } from '../../../ui/forms/phone-rule.ts'
import { duplicatesQuery, useCreateLead } from '../leads.api.ts'
import { selectableIn, useStatuses } from '../status/use-statuses.ts'
import { DuplicateCard, type DuplicateChoice } from './duplicate-card.tsx'
import { NewLeadFields } from './new-lead-fields.tsx'
import classes from './new-lead-form.module.css'
import {
  bodyOf,
  emptyLead,
  fieldsOf,
  type NewLeadValues,
  newLeadRules,
  ownFieldRules,
  ownValuesOf,
} from './new-lead-rules.ts'

type Props = {
  businessId: string
  campaignId: string | null
  /** Called with the lead that was added, or that the enquiry joined. */
  onDone: (lead: Lead) => void
  onCancel: () => void
  /** What is known beforehand, and the draft that it belongs to. */
  given?: { id: string; values: Partial<NewLeadValues> }
}

export function NewLeadForm({ businessId, campaignId, onDone, onCancel, given }: Props) {
  const { t } = useTranslation('leads')
  const { t: common } = useTranslation()
  const statuses = useStatuses(businessId)
  const sourceName = useSourceName()
  const campaigns = useEditableCampaigns(businessId)
  const onlyCampaign = campaigns.length === 1 ? (campaigns[0]?.value ?? null) : null
  const { fields: ownFields } = useOwnFields(businessId)
  const statusOf = ({ statusId }: NewLeadValues) => statusId ?? statuses.find(({ isDefault }) => isDefault)?._id
  const form = useForm({
    initialValues: { ...emptyLead(campaignId ?? onlyCampaign), ...given?.values },
    validate: (given) => ({ ...newLeadRules(given), ...ownFieldRules(given, ownFields, statusOf(given)) }),
    validateInputOnBlur: ['name', 'phone', 'email'],
  })
  const draftId = `new-lead-${businessId}${given ? `-${given.id}` : ''}`
  const draft = useDraft(draftId, form)
  const create = useCreateLead(businessId)
  const [choice, setChoice] = useState<DuplicateChoice>('repeat')
  const { values } = form
  const duplicates = useDuplicates(businessId, values)

  const save = () => {
    const isSecondLead = choice === 'create' && duplicates.fate === 'repeat'
    const body = {
      ...bodyOf(values),
      ...ownValuesOf(values, ownFields),
      ...(isSecondLead && { duplicate: 'create' as const }),
    }
    create.mutate(
      { key: idempotencyKey(draftId, body), ...body },
      {
        onSuccess: ({ duplicate, lead }) => {
          dropIdempotencyKey(draftId, body)
          draft.drop()
          toast.success(duplicate ? t('enquiryAdded', { name: lead.name }) : t('leadAdded'))
          onDone(lead)
        },
        onError: (error) => {
          if (!showIssues(form, error))
            toast.error(error instanceof ApiError ? error.message : common('unexpectedError'))
        },
      },
    )
  }
  const contact = (name: 'phone' | 'email') => {
    const { onBlur, ...input } = form.getInputProps(name)
    const handleBlur = (event: unknown) => {
      onBlur?.(event)
      duplicates.check(values)
    }
    return { ...input, onBlur: handleBlur }
  }
  return (
    <form className={classes.form} onSubmit={form.onSubmit(save, onGaps(form))} noValidate>
      <Stack gap="md">
        <TextInput
          label={t('columns.name')}
          withAsterisk
          dir={directionOfTyped(values.name)}
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <TextInput
          label={t('columns.phone')}
          withAsterisk
          dir="ltr"
          type="tel"
          inputMode="tel"
          autoComplete="off"
          {...contact('phone')}
        />
        <TextInput label={t('columns.email')} dir="ltr" type="email" autoComplete="off" {...contact('email')} />
        <DuplicateCard
          businessId={businessId}
          leads={duplicates.found}
          fate={duplicates.fate}
          statuses={statuses}
          choice={choice}
          onChoice={setChoice}
        />
        <Select
          label={t('columns.campaign')}
          withAsterisk
          searchable={campaigns.length > 8}
          data={campaigns}
          nothingFoundMessage={common('noDataFound')}
          {...form.getInputProps('campaignId')}
          onChange={(campaign) => {
            form.setFieldValue('campaignId', campaign)
            const isSelectable = selectableIn(statuses, campaign).some(({ _id }) => _id === values.statusId)
            if (!isSelectable) form.setFieldValue('statusId', null)
          }}
        />
        <Group grow align="start">
          <Select
            label={t('columns.source')}
            data={knownSources.map((source) => ({ value: source, label: sourceName(source) }))}
            allowDeselect={false}
            {...form.getInputProps('source')}
          />
          <Select
            label={t('columns.status')}
            data={selectableIn(statuses, values.campaignId || null).map(({ _id, name }) => ({
              value: _id,
              label: name,
            }))}
            placeholder={statuses.find(({ isDefault }) => isDefault)?.name}
            {...form.getInputProps('statusId')}
          />
        </Group>
        <NewLeadFields form={form} fields={fieldsOf(values, ownFields)} statusId={statusOf(values)} />
        <Textarea
          label={t('note')}
          dir={directionOfTyped(values.message)}
          autosize
          minRows={2}
          maxRows={8}
          {...form.getInputProps('message')}
        />
      </Stack>
      <div className={classes.foot}>
        <Button variant="default" onClick={onCancel}>
          {common('cancel')}
        </Button>
        <Button type="submit" loading={create.isPending}>
          {t('saveLead')}
        </Button>
      </div>
    </form>
  )
}

/** Campaigns that the person may add leads to. */
function useEditableCampaigns(businessId: string) {
  const { data } = useQuery(campaignNamesQuery(businessId))
  const can = useCanIn()
  return (data?.campaigns ?? [])
    .filter(({ _id }) => can('leads.edit', _id))
    .map(({ _id, name }) => ({ value: _id, label: name }))
}

type Typed = Pick<NewLeadValues, 'phone' | 'email'>
const contactOf = ({ phone, email }: Typed) => ({
  ...(looksLikePhone(phone) && { phone: phone.trim() }),
  ...(email.includes('@') && { email: email.trim() }),
})

/** Leads with the typed phone or e-mail, and what saving does in the campaign; requested on blur, and for what is given. */
function useDuplicates(businessId: string, { campaignId, ...typed }: Typed & Pick<NewLeadValues, 'campaignId'>) {
  const [contact, setContact] = useState(() => contactOf(typed))
  const isEnabled = contact.phone !== undefined || contact.email !== undefined
  const { data } = useQuery({
    ...duplicatesQuery(businessId, { ...contact, ...(campaignId && { campaignId }) }),
    enabled: isEnabled,
    retry: false,
    // The leads stay when another campaign is chosen.
    placeholderData: keepPreviousData,
  })
  const check = (next: Typed) => setContact(contactOf(next))
  const shown = isEnabled ? data : undefined
  return { check, found: shown?.leads ?? [], fate: shown?.fate ?? 'create' }
}
