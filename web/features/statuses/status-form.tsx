import { Button, Group, Modal, MultiSelect, Radio, Select, Stack, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { askOf, canBeDefault, type LeadStatus, statusHues, statusTypes } from '#contract/leads/lead-status.ts'
import type { OwnStatus } from '#contract/leads/statuses.ts'
import { ApiError } from '../../lib/http/call.ts'
import { showIssues } from '../../lib/http/form-errors.ts'
import { currentLanguage } from '../../lib/i18n/i18n.ts'
import { campaignNamesQuery, useBusiness } from '../../lib/session/session.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { onGaps } from '../../ui/forms/form-failure.ts'
import { DialogFoot } from '../../ui/layout/dialog-foot.tsx'
import { FollowUpFields } from './follow-up-fields.tsx'
import {
  changedIn,
  emptyStatus,
  hasChanges,
  inputOf,
  problemsOf,
  type StatusFields,
  valuesOf,
} from './status-fields.ts'
import classes from './status-form.module.css'
import { StatusPreview } from './status-preview.tsx'
import { useSaveStatus, useStatusNow } from './statuses.api.ts'

type Props = { status: OwnStatus | undefined; onClose: () => void }

/** Creates or edits a status. */
export function StatusForm({ status, onClose }: Props) {
  const { t } = useTranslation('statuses')
  const { t: common } = useTranslation()
  return (
    <Modal
      opened
      onClose={onClose}
      title={status ? t('form.edit') : t('add')}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <Fields status={status} onClose={onClose} />
    </Modal>
  )
}

function Fields({ status, onClose }: Props) {
  const { t } = useTranslation('statuses')
  const { t: common } = useTranslation()
  const { businessId } = useBusiness()
  // Initial values, since another user may change the status meanwhile.
  const [seen, setSeen] = useState(() => (status ? valuesOf(status) : emptyStatus))
  const statusNow = useStatusNow(businessId)
  const save = useSaveStatus(businessId, status?._id)
  const form = useForm<StatusFields>({ initialValues: seen, validate: problemsOf })
  const { values } = form
  const submit = (given: StatusFields) => {
    const changes = changedIn(seen, given)
    if (status && !hasChanges(changes)) return onClose()
    save.mutate(
      { fresh: inputOf(given), changes },
      {
        onSuccess: () => {
          toast.success(t(status ? 'form.changed' : 'form.added'))
          onClose()
        },
        onError: (error) => {
          if (showIssues(form, error)) return
          // The refreshed `expected` values make saving again overwrite the other user's change.
          const now = status && statusNow(status._id)
          if (now && error instanceof ApiError && error.code === 'changed_meanwhile') setSeen(valuesOf(now))
          toast.error(error instanceof ApiError ? error.message : common('unexpectedError'))
        },
      },
    )
  }
  const names = [
    <TextInput key="he" label={t('form.nameHe')} withAsterisk dir="rtl" lang="he" {...form.getInputProps('nameHe')} />,
    <TextInput key="en" label={t('form.nameEn')} withAsterisk dir="ltr" lang="en" {...form.getInputProps('nameEn')} />,
  ]
  const isHebrew = currentLanguage() === 'he'
  const ask = askOf[values.type]
  return (
    <form onSubmit={form.onSubmit(submit, onGaps(form))} noValidate>
      <Stack>
        <Group grow align="start">
          {isHebrew ? names : names.toReversed()}
        </Group>
        <Hues value={values.hue} onChange={(hue) => form.setFieldValue('hue', hue)} />
        <StatusPreview name={isHebrew ? values.nameHe : values.nameEn} hue={values.hue} type={values.type} />
        <Select
          label={t('form.type')}
          description={t(`typeTexts.${values.type}`)}
          data={statusTypes.map((type) => ({ value: type, label: t(`types.${type}`) }))}
          allowDeselect={false}
          value={values.type}
          error={form.errors.type}
          onChange={(type) => type && form.setFieldValue('type', type)}
        />
        {ask && <Switch label={t(`form.asks.${ask}`)} {...form.getInputProps('asksIt', { type: 'checkbox' })} />}
        <FollowUpFields form={form} />
        {!values.isDefault && (
          <Campaigns
            value={values.campaignIds}
            error={form.errors.campaignIds}
            onChange={(ids) => form.setFieldValue('campaignIds', ids)}
          />
        )}
        {!seen.isDefault && canBeDefault(values.type) && values.campaignIds === null && (
          <Switch label={t('form.isDefault')} {...form.getInputProps('isDefault', { type: 'checkbox' })} />
        )}
        <DialogFoot onCancel={onClose}>
          <Button type="submit" loading={save.isPending}>
            {common('save')}
          </Button>
        </DialogFoot>
      </Stack>
    </form>
  )
}

type HuesProps = { value: LeadStatus['hue']; onChange: (hue: LeadStatus['hue']) => void }
function Hues({ value, onChange }: HuesProps) {
  const { t } = useTranslation('statuses')
  return (
    <Radio.Group label={t('form.hue')} value={value} onChange={onChange}>
      <div className={classes.hues}>
        {statusHues.map((hue) => (
          <Radio.Card key={hue} value={hue} className={classes.hue} data-hue={hue} aria-label={t(`hues.${hue}`)}>
            <span className={classes.dot} />
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  )
}

type CampaignsProps = { value: string[] | null; error: React.ReactNode; onChange: (ids: string[] | null) => void }
/** Campaigns that offer the status. */
function Campaigns({ value, error, onChange }: CampaignsProps) {
  const { t } = useTranslation('statuses')
  const { businessId } = useBusiness()
  const { data } = useQuery(campaignNamesQuery(businessId))
  return (
    <Stack gap="xs">
      <Switch
        label={t('form.everywhere')}
        checked={value === null}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? null : [])}
      />
      {value && (
        <MultiSelect
          label={t('form.campaigns')}
          description={t('form.campaignsText')}
          withAsterisk
          searchable
          data={(data?.campaigns ?? []).map(({ _id, name }) => ({ value: _id, label: name }))}
          value={value}
          error={error}
          onChange={onChange}
        />
      )}
    </Stack>
  )
}
