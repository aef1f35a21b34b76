import { Button, Checkbox, Group, Modal, MultiSelect, Stack, Switch } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { KEY_RATE_LIMIT, NewApiKey } from '#contract/auth/api-keys.ts'
import { type Scope, scopes } from '#contract/auth/scopes.ts'
import { rulesOf } from '../../lib/http/form-errors.ts'
import { campaignNamesQuery, useBusiness } from '../../lib/session/session.ts'
import { failInto, onGaps } from '../../ui/forms/form-failure.ts'
import { scopeText } from './api-key-row.tsx'
import { useCreateApiKey } from './api-keys.api.ts'
import { KeyLimits, KeyName, KeyRate } from './key-fields.tsx'
import { type LimitValues, limitsOf, ofAddresses } from './key-values.ts'
import { type MadeKey, ShownOnce } from './shown-once.tsx'

type Values = LimitValues & {
  name: string
  scopes: Scope[]
  campaignIds: string[]
  isForAll: boolean
  ratePerMinute: number
}

const empty: Values = {
  name: '',
  scopes: ['leads:write'],
  campaignIds: [],
  isForAll: true,
  ratePerMinute: KEY_RATE_LIMIT,
  expiresAt: null,
  allowedAddresses: [],
}
const inputOf = ({ isForAll, campaignIds, expiresAt, allowedAddresses, ...values }: Values) => ({
  ...values,
  ...(!isForAll && { campaignIds }),
  ...limitsOf({ expiresAt, allowedAddresses }),
})
const rules = rulesOf(NewApiKey)

/** Asks for the key's name and scopes, then shows the key once. */
export function CreateKey({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['api-keys', 'common'])
  const [made, setMade] = useState<MadeKey>()
  return (
    <Modal
      opened
      onClose={onClose}
      // The key would be lost if the dialog were closed by accident.
      closeOnClickOutside={!made}
      closeOnEscape={!made}
      size="lg"
      title={made ? t('made.title') : t('form.title')}
      closeButtonProps={{ 'aria-label': t('close', { ns: 'common' }) }}
    >
      {made ? <ShownOnce made={made} onDone={onClose} /> : <KeyForm onMade={setMade} onCancel={onClose} />}
    </Modal>
  )
}

function KeyForm({ onMade, onCancel }: { onMade: (made: MadeKey) => void; onCancel: () => void }) {
  const { t } = useTranslation(['api-keys', 'common'])
  const { businessId } = useBusiness()
  const { data } = useQuery(campaignNamesQuery(businessId))
  const create = useCreateApiKey(businessId)
  const form = useForm({ initialValues: empty, validate: (values) => ofAddresses(rules(inputOf(values))) })
  const send = form.onSubmit(
    (values) =>
      create.mutate(inputOf(values), {
        onSuccess: onMade,
        onError: failInto(form),
      }),
    onGaps(form),
  )
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <KeyName field={form.getInputProps('name')} />
        <Checkbox.Group {...form.getInputProps('scopes')} label={t('form.scopes')}>
          <Stack gap="xs" mt="xs">
            {scopes.map((scope) => (
              <Checkbox
                key={scope}
                value={scope}
                label={t(scopeText(scope))}
                description={t(`${scopeText(scope)}_text`)}
              />
            ))}
          </Stack>
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
        <KeyRate field={form.getInputProps('ratePerMinute')} />
        <KeyLimits until={form.getInputProps('expiresAt')} addresses={form.getInputProps('allowedAddresses')} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t('cancel', { ns: 'common' })}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {t('form.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
