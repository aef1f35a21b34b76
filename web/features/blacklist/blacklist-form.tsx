import { Button, Modal, SegmentedControl, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { BLACKLIST_REASON_MAX, type BlacklistKind, blacklistKinds } from '#contract/blacklist/blacklist.ts'
import { actsEverywhere, hasRight } from '#contract/roles.ts'
import { lastMomentOf } from '#contract/values/last-moment.ts'
import { i18n } from '../../lib/i18n/i18n.ts'
import { campaignNamesQuery, useBusiness } from '../../lib/session/session.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { DayInput } from '../../ui/forms/day-input.tsx'
import { failInto } from '../../ui/forms/form-failure.ts'
import { phoneRule } from '../../ui/forms/phone-rule.ts'
import { DialogFoot } from '../../ui/layout/dialog-foot.tsx'
import { type NewEntry, useAddEntry } from './blacklist.api.ts'

/** Option for the whole business. */
const EVERYWHERE = 'business'
type Values = { kind: BlacklistKind; phone: string; place: string; reason: string; until: string | null }

const inputOf = ({ kind, phone, place, reason, until }: Values): NewEntry => ({
  kind,
  ...(kind !== 'withheld' && { phone }),
  campaignId: place === EVERYWHERE ? null : place,
  reason,
  expiresAt: until ? lastMomentOf(until) : null,
})

function problemsOf({ kind, phone, place }: Values): Record<string, string> {
  const missing = i18n.t('required_field', { ns: 'errors' })
  return {
    ...(kind === 'number' && phoneRule('phone', phone)),
    ...(kind !== 'withheld' && phone.trim() === '' && { phone: missing }),
    ...(place === '' && { place: missing }),
  }
}

/** Blocks a number, a prefix, or callers who withhold their number. */
export function BlacklistForm({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('blacklist')
  const { t: common } = useTranslation()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('add')}
      closeButtonProps={{ 'aria-label': common('close') }}
      keepMounted={false}
    >
      <Fields onDone={onClose} />
    </Modal>
  )
}

function Fields({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('blacklist')
  const { businessId, role } = useBusiness()
  const { data } = useQuery(campaignNamesQuery(businessId))
  const add = useAddEntry(businessId)
  const isEverywhere = actsEverywhere(role)
  const campaigns = (data?.campaigns ?? []).filter((one) => isEverywhere || hasRight(one.role, 'blacklist.edit'))
  const form = useForm<Values>({
    initialValues: { kind: 'number', phone: '', place: isEverywhere ? EVERYWHERE : '', reason: '', until: null },
    validate: problemsOf,
  })
  const { kind } = form.values
  const send = form.onSubmit((values) =>
    add.mutate(inputOf(values), {
      onSuccess: () => {
        toast.success(t('added'))
        onDone()
      },
      onError: failInto(form),
    }),
  )
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <SegmentedControl
          fullWidth
          aria-label={t('kind')}
          value={kind}
          data={blacklistKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          onChange={(value) => form.setFieldValue('kind', value)}
        />
        {kind === 'withheld' ? (
          <p>{t('withheldText')}</p>
        ) : (
          <TextInput
            {...form.getInputProps('phone')}
            label={t(kind === 'number' ? 'number' : 'prefix')}
            {...(kind === 'prefix' && { description: t('prefixText') })}
            dir="ltr"
            type="tel"
            inputMode="tel"
            required
            autoComplete="off"
            data-autofocus
          />
        )}
        <Select
          {...form.getInputProps('place')}
          label={t('scope')}
          data={[
            ...(isEverywhere ? [{ value: EVERYWHERE, label: t('everywhere') }] : []),
            ...campaigns.map(({ _id, name }) => ({ value: _id, label: name })),
          ]}
          allowDeselect={false}
          searchable={campaigns.length > 8}
          required
        />
        <TextInput
          {...form.getInputProps('reason')}
          label={t('reason')}
          maxLength={BLACKLIST_REASON_MAX}
          dir="auto"
          autoComplete="off"
        />
        <DayInput
          {...form.getInputProps('until')}
          label={t('until')}
          placeholder={t('forGood')}
          minDate={new Date().toISOString().slice(0, 10)}
        />
        <DialogFoot onCancel={onDone}>
          <Button type="submit" loading={add.isPending}>
            {t('submit')}
          </Button>
        </DialogFoot>
      </Stack>
    </form>
  )
}
