import { IconArrowBackUp, IconBrandWhatsapp, IconMailOpened, IconPhone, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type PaletteAction, usePaletteActions } from '../../../lib/palette.ts'
import { telLink, unmaskedContact, whatsAppLink } from '../fields/contact-links.ts'
import type { LeadPageProps } from './lead-page-props.ts'

/** Actions on the open lead in the command palette. */
export function useLeadPalette({ lead, markUnread, remove, restore }: LeadPageProps) {
  const { t } = useTranslation('leads')
  const { phone } = unmaskedContact(lead)
  const actions: (PaletteAction | false | undefined | null | '')[] = [
    phone && { id: 'call', label: t('call'), Icon: IconPhone, run: () => window.location.assign(telLink(phone)) },
    phone && {
      id: 'whatsApp',
      label: t('whatsApp'),
      Icon: IconBrandWhatsapp,
      run: () => window.open(whatsAppLink(phone), '_blank', 'noreferrer'),
    },
    lead.isRead && { id: 'markUnread', label: t('markUnread'), Icon: IconMailOpened, run: markUnread },
    restore && { id: 'restore', label: t('restore'), Icon: IconArrowBackUp, run: restore },
    remove && { id: 'delete', label: t('delete'), Icon: IconTrash, run: remove },
  ]
  usePaletteActions(actions.filter((action) => typeof action === 'object' && action !== null))
}
