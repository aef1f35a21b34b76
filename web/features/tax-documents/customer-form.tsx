import { Button, Modal, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  CUSTOMER_ADDRESS_MAX,
  CUSTOMER_NAME_MAX,
  CUSTOMER_NUMBER_MAX,
  type TaxCustomer,
} from '#contract/tax-documents/tax-documents.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { failInto } from '../../ui/forms/form-failure.ts'
import { DialogFoot } from '../../ui/layout/dialog-foot.tsx'
import { taxCustomerQuery, useChangeCustomer } from './tax-documents.api.ts'

/** For whom documents are made out, and where they are sent. */
export function CustomerForm({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('tax-documents')
  const { t: common } = useTranslation()
  const { businessId } = useBusiness()
  const { data, error, refetch } = useQuery({ ...taxCustomerQuery(businessId), enabled: opened })
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('details')}
      closeButtonProps={{ 'aria-label': common('close') }}
      keepMounted={false}
    >
      {data ? (
        <Fields customer={data.customer} onDone={onClose} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={5} columns={1} />
      )}
    </Modal>
  )
}

function Fields({ customer, onDone }: { customer: TaxCustomer; onDone: () => void }) {
  const { t } = useTranslation('tax-documents')
  const { t: common } = useTranslation()
  const { businessId } = useBusiness()
  const change = useChangeCustomer(businessId)
  const { name, number, address, email, accountantEmail, zeroRateReason, businessName } = customer
  const form = useForm({
    initialValues: { name, number, address, email: email ?? '', accountantEmail: accountantEmail ?? '' },
  })
  const send = form.onSubmit((values) =>
    change.mutate(
      { ...values, email: values.email.trim() || null, accountantEmail: values.accountantEmail.trim() || null },
      {
        onSuccess: () => {
          toast.success(t('saved'))
          onDone()
        },
        onError: failInto(form),
      },
    ),
  )
  const mail = { dir: 'ltr', type: 'email', autoComplete: 'off' } as const
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <p>{t('detailsText')}</p>
        {zeroRateReason && <p>{t('zeroRate', { reason: zeroRateReason })}</p>}
        <TextInput
          {...form.getInputProps('name')}
          label={t('fields.name')}
          placeholder={businessName}
          maxLength={CUSTOMER_NAME_MAX}
          dir="auto"
        />
        <TextInput
          {...form.getInputProps('number')}
          label={t('fields.number')}
          maxLength={CUSTOMER_NUMBER_MAX}
          dir="ltr"
          inputMode={zeroRateReason ? 'text' : 'numeric'}
        />
        <TextInput
          {...form.getInputProps('address')}
          label={t('fields.address')}
          maxLength={CUSTOMER_ADDRESS_MAX}
          dir="auto"
        />
        <TextInput {...form.getInputProps('email')} {...mail} label={t('fields.email')} />
        <TextInput {...form.getInputProps('accountantEmail')} {...mail} label={t('fields.accountantEmail')} />
        <DialogFoot onCancel={onDone}>
          <Button type="submit" loading={change.isPending}>
            {common('save')}
          </Button>
        </DialogFoot>
      </Stack>
    </form>
  )
}
