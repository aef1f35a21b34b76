import { ActionIcon, Tooltip } from '@mantine/core'
import { IconArrowBackUp, IconBrandWhatsapp, IconMail, IconPhone, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Lead } from '#contract/leads.ts'
import { mailLink, telLink, whatsAppLink } from './contact-links.ts'
import classes from './row-actions.module.css'

type Props = { lead: Lead; onDelete?: (() => void) | undefined; onRestore?: (() => void) | undefined }

/** What one does with a lead without opening it: floats over the end of the row that is pointed at. */
export function RowActions({ lead, onDelete, onRestore }: Props) {
  const { t } = useTranslation('leads')
  return (
    <div className={classes.actions}>
      {lead.phone && (
        <>
          <LinkAction href={telLink(lead.phone)} label={t('call')} isFirst>
            <IconPhone />
          </LinkAction>
          <LinkAction href={whatsAppLink(lead.phone)} label={t('whatsApp')} isOutside>
            <IconBrandWhatsapp />
          </LinkAction>
        </>
      )}
      {lead.email && (
        <LinkAction href={mailLink(lead.email)} label={t('sendEmail')}>
          <IconMail />
        </LinkAction>
      )}
      {onRestore && (
        <Action label={t('restore')} onClick={onRestore}>
          <IconArrowBackUp data-mirror />
        </Action>
      )}
      {onDelete && (
        <Action label={t('delete')} onClick={onDelete}>
          <IconTrash />
        </Action>
      )}
    </div>
  )
}

type LinkProps = { href: string; label: string; isFirst?: boolean; isOutside?: boolean; children: ReactNode }

const LinkAction = ({ href, label, isFirst, isOutside, children }: LinkProps) => (
  <Tooltip label={label}>
    <ActionIcon
      component="a"
      href={href}
      size="xs"
      aria-label={label}
      {...(isFirst && { className: classes.first })}
      {...(isOutside && { target: '_blank', rel: 'noreferrer' })}
    >
      {children}
    </ActionIcon>
  </Tooltip>
)

const Action = ({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) => (
  <Tooltip label={label}>
    <ActionIcon size="xs" aria-label={label} onClick={onClick}>
      {children}
    </ActionIcon>
  </Tooltip>
)
