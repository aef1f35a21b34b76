import { Button, Checkbox, MultiSelect, Stack, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type WebhookType, webhookTypeNames } from '#contract/webhooks/webhook-types.ts'
import { NewWebhook, type Webhook } from '#contract/webhooks/webhooks.ts'
import { rulesOf } from '../../../lib/http/form-errors.ts'
import { campaignNamesQuery, useBusiness } from '../../../lib/session/session.ts'
import { failInto, onGaps } from '../../../ui/forms/form-failure.ts'
import { DialogFoot } from '../../../ui/layout/dialog-foot.tsx'
import classes from './editor.module.css'

type Values = Omit<NewWebhook, 'campaignIds'> & { isForAll: boolean; campaignIds: string[] }

const valuesOf = (webhook: Webhook | undefined): Values => ({
  name: webhook?.name ?? '',
  url: webhook?.url ?? '',
  types: webhook?.types ?? ['lead.created'],
  isForAll: !webhook?.campaignIds,
  campaignIds: webhook?.campaignIds ?? [],
})
const inputOf = ({ isForAll, campaignIds, ...values }: Values): NewWebhook => ({
  ...values,
  campaignIds: isForAll ? null : campaignIds,
})
const rules = rulesOf(NewWebhook)
const groups = Object.entries(Object.groupBy(webhookTypeNames, (type) => type.split('.')[0] ?? ''))

type Props = {
  /** Absent: a new one. */
  webhook?: Webhook
  isBusy: boolean
  onCancel: () => void
  onSend: (input: NewWebhook, onError: (error: Error) => void) => void
}

/** Name, address, events and campaigns of a webhook. */
export function WebhookForm({ webhook, isBusy, onCancel, onSend }: Props) {
  const { t } = useTranslation(['webhooks', 'common'])
  const { businessId } = useBusiness()
  const { data } = useQuery(campaignNamesQuery(businessId))
  const form = useForm({ initialValues: valuesOf(webhook), validate: (values) => rules(inputOf(values)) })
  const send = form.onSubmit((values) => onSend(inputOf(values), failInto(form)), onGaps(form))
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <TextInput
          {...form.getInputProps('name')}
          dir="auto"
          label={t('form.name')}
          required
          autoComplete="off"
          data-autofocus
        />
        <TextInput
          {...form.getInputProps('url')}
          dir="ltr"
          type="url"
          inputMode="url"
          label={t('form.url')}
          description={t('form.urlText')}
          placeholder="https://"
          required
          autoComplete="off"
        />
        <Checkbox.Group
          {...form.getInputProps('types')}
          onChange={(types) => form.setFieldValue('types', types as WebhookType[])}
          label={t('form.types')}
        >
          <div className={classes.groups}>
            {groups.map(([group, types = []]) => (
              <fieldset key={group} className={classes.group}>
                <legend className={classes.legend}>{t(`groups.${group}`)}</legend>
                {types.map((type) => (
                  <Checkbox key={type} value={type} label={t(`types.${type.replace('.', '_')}`)} />
                ))}
              </fieldset>
            ))}
          </div>
        </Checkbox.Group>
        <Switch
          {...form.getInputProps('isForAll', { type: 'checkbox' })}
          label={t('form.forAll')}
          description={t('form.forAllText')}
        />
        {!form.values.isForAll && (
          <MultiSelect
            {...form.getInputProps('campaignIds')}
            label={t('form.campaigns')}
            data={(data?.campaigns ?? []).map(({ _id, name }) => ({ value: _id, label: name }))}
            searchable
            required
            nothingFoundMessage={t('form.noCampaign')}
          />
        )}
        <DialogFoot onCancel={onCancel}>
          <Button type="submit" loading={isBusy}>
            {webhook ? t('save', { ns: 'common' }) : t('form.submit')}
          </Button>
        </DialogFoot>
      </Stack>
    </form>
  )
}
