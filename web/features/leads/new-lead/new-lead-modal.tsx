import { Drawer } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useNarrow } from '../../../lib/use-narrow.ts'
import { NewLeadForm } from './new-lead-form.tsx'

type Props = {
  businessId: string
  /** Campaign of the list. */
  campaignId: string | null
  modal: { opened: boolean; close: () => void }
}

/** A drawer at the end side (Mantine mirrors "right"); on narrow screens from the bottom. */
export function NewLeadModal({ businessId, campaignId, modal }: Props) {
  const { t } = useTranslation('leads')
  const { t: common } = useTranslation()
  const isNarrow = useNarrow()
  return (
    <Drawer
      opened={modal.opened}
      onClose={modal.close}
      position={isNarrow ? 'bottom' : 'right'}
      size={isNarrow ? '92%' : 'md'}
      title={t('newLead')}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <NewLeadForm businessId={businessId} campaignId={campaignId} onDone={modal.close} onCancel={modal.close} />
    </Drawer>
  )
}
