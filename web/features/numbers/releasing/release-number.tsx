import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { QUARANTINE_DAYS, type VirtualNumber } from '#contract/calls/numbers.ts'
import { formatPhone } from '#contract/values/phones.ts'
import { useModal } from '../../../lib/modal-stack.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { FormSection } from '../../../ui/forms/form-section.tsx'
import { TypedConfirm } from '../../../ui/forms/typed-confirm.tsx'
import { useReleaseNumber } from '../numbers.api.ts'

/** Releases a number. Others may get it then, so the number has to be typed first. */
export function ReleaseNumber({ number }: { number: VirtualNumber }) {
  const { t } = useTranslation('numbers')
  const { businessId } = useBusiness()
  const release = useReleaseNumber(businessId)
  const modal = useModal('release-number')
  return (
    <FormSection title={t('release.title')} text={t('release.text', { days: QUARANTINE_DAYS })}>
      <div>
        <Button variant="light" color="red" onClick={modal.open}>
          {t('release.submit')}
        </Button>
      </div>
      <TypedConfirm
        opened={modal.opened}
        title={t('release.title')}
        text={t('release.confirm')}
        word={formatPhone(number.phone)}
        action={t('release.submit')}
        isBusy={release.isPending}
        onClose={modal.close}
        onConfirm={() =>
          release.mutate(
            { id: number._id, keepsChanges: false },
            {
              onSuccess: () => {
                toast.success(t('release.done'))
                modal.close()
              },
            },
          )
        }
      />
    </FormSection>
  )
}
