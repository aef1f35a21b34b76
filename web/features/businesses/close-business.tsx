import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CLOSING_DAYS } from '#contract/businesses.ts'
import { dayOf, plusDays } from '#contract/values/clock.ts'
import { formatDate } from '../../lib/i18n/format.ts'
import { useModal } from '../../lib/modal-stack.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { TypedConfirm } from '../../ui/forms/typed-confirm.tsx'
import { useCloseBusiness, useReopenBusiness } from './businesses.api.ts'

type Props = { businessId: string; name: string; closesAt: string | null }

/** Closes the business, or reopens it while that is possible. */
export function CloseBusiness({ businessId, name, closesAt }: Props) {
  const { t } = useTranslation('businesses')
  const close = useCloseBusiness(businessId)
  const reopen = useReopenBusiness(businessId)
  const confirm = useModal('close-business')
  const day = formatDate(closesAt ?? plusDays(dayOf(new Date()), CLOSING_DAYS))

  const send = () =>
    close.mutate(name, {
      onSuccess: () => {
        toast.success(t('close.done'))
        confirm.close()
      },
    })
  if (closesAt)
    return (
      <FormSection title={t('close.title')} text={t('close.closing', { day })}>
        <div>
          <Button
            loading={reopen.isPending}
            onClick={() => reopen.mutate(undefined, { onSuccess: () => toast.success(t('close.reopened')) })}
          >
            {t('close.reopen')}
          </Button>
        </div>
      </FormSection>
    )
  return (
    <FormSection title={t('close.title')} text={t('close.text', { count: CLOSING_DAYS })}>
      <div>
        <Button variant="default" onClick={confirm.open}>
          {t('close.submit')}
        </Button>
      </div>
      <TypedConfirm
        opened={confirm.opened}
        title={t('close.title')}
        text={t('close.warning', { name, day })}
        word={name}
        action={t('close.submit')}
        isBusy={close.isPending}
        onClose={confirm.close}
        onConfirm={send}
      />
    </FormSection>
  )
}
