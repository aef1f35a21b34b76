import { IconArrowBackUp, IconBrandWhatsapp, IconMailOpened, IconPhone, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type PaletteAction, usePaletteActions } from '../../../lib/palette.ts'
import { useCallAct, useCallOut } from '../../../shared/numbers/call-out.ts'
import { calleeOf, unmaskedContact, whatsAppLink } from '../fields/contact-links.ts'
import type { LeadPageProps } from './lead-page-props.ts'

/** Actions on the open lead in the command palette. */
export function useLeadPalette({ lead, markUnread, remove, restore }: LeadPageProps) {
  const { t } = useTranslation('leads')
  const { phone } = unmaskedContact(lead)
  const out = useCallOut()
  const callee = calleeOf(lead)
  const act = useCallAct(callee)
  const mayCall = act !== undefined && act.why === undefined
  const call = () => (out?.takes(callee) ? out.call(callee) : phone && window.location.assign(`tel:${phone}`))
  const actions: (PaletteAction | false | undefined | null | '')[] = [
    mayCall && { id: 'call', label: t('call'), Icon: IconPhone, run: call },
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
