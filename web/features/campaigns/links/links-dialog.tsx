import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Campaign } from '#contract/campaigns.ts'
import { LinkList } from './link-list.tsx'

type Props = { campaign: Pick<Campaign, 'name' | 'links'>; onClose: () => void }

/** The campaign's links for every member: copy, QR code and clicks. */
export function LinksDialog({ campaign: { name, links }, onClose }: Props) {
  const { t } = useTranslation(['campaigns', 'common'])
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('links.titleOf', { name })}
      closeButtonProps={{ 'aria-label': t('close', { ns: 'common' }) }}
    >
      <LinkList links={links} />
    </Modal>
  )
}
