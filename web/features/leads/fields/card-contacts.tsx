import { Button } from '@mantine/core'
import { IconBrandWhatsapp, IconMail, IconPhone } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Lead } from '#contract/leads/leads.ts'
import { CallButton } from '../../../shared/numbers/call-button.tsx'
import classes from './card-contacts.module.css'
import { calleeOf, mailLink, unmaskedContact, whatsAppLink } from './contact-links.ts'

type Props = {
  lead: Lead
  /** Disabled while cards are being selected. */
  isOff: boolean
  /** A button for a further act, at the end of the line. */
  children?: ReactNode
}

/** The foot of a lead's card: Call and WhatsApp, or e-mail. */
export function CardContacts({ lead, isOff, children }: Props) {
  const { t } = useTranslation('leads')
  const { phone, email } = unmaskedContact(lead)
  return (
    <div className={classes.buttons} inert={isOff}>
      <CallButton
        callee={calleeOf(lead)}
        variant="light"
        size="lg"
        leftSection={<IconPhone stroke={1.75} aria-hidden />}
      >
        {t('call')}
      </CallButton>
      {phone && (
        <Button
          component="a"
          href={whatsAppLink(phone)}
          target="_blank"
          rel="noreferrer"
          className={classes.quiet}
          size="lg"
          leftSection={<IconBrandWhatsapp className={classes.whatsApp} stroke={1.75} aria-hidden />}
        >
          {t('whatsApp')}
        </Button>
      )}
      {!phone && email && (
        <Button
          component="a"
          href={mailLink(email)}
          variant="light"
          size="lg"
          leftSection={<IconMail stroke={1.75} aria-hidden />}
        >
          {t('sendEmail')}
        </Button>
      )}
      {children}
    </div>
  )
}
