import { Button, Modal, NumberInput, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Billing, CAP_MAX } from '#contract/billing/billing.ts'
import { type Meter, meters } from '#contract/billing/plans.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { DialogFoot } from '../../ui/layout/dialog-foot.tsx'
import { useChangeCaps } from './billing.api.ts'

type Caps = Partial<Record<Meter, number>>
/** The most of each meter in a month. */
export function CapsDialog({ billing, onClose }: { billing: Billing; onClose: () => void }) {
  const { t } = useTranslation('billing')
  const { t: common } = useTranslation()
  const { businessId } = useBusiness()
  const [caps, setCaps] = useState<Caps>(billing.caps)
  const save = useChangeCaps(businessId)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(caps, {
      onSuccess: () => {
        toast.success(t('capsSaved'))
        onClose()
      },
    })
  }
  const put = (meter: Meter, value: string | number) => {
    const { [meter]: _, ...others } = caps
    setCaps(typeof value === 'number' && value > 0 ? { ...others, [meter]: value } : others)
  }
  return (
    <Modal opened onClose={onClose} title={t('caps')} closeButtonProps={{ 'aria-label': common('close') }}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <p>{t('capsText')}</p>
          {meters.map((meter) => (
            <NumberInput
              key={meter}
              label={t(`meters.${meter}`)}
              placeholder={t('noCap')}
              min={1}
              max={CAP_MAX}
              allowDecimal={false}
              allowNegative={false}
              value={caps[meter] ?? ''}
              onChange={(value) => put(meter, value)}
            />
          ))}
          <DialogFoot onCancel={onClose}>
            <Button type="submit" loading={save.isPending}>
              {common('save')}
            </Button>
          </DialogFoot>
        </Stack>
      </form>
    </Modal>
  )
}
