import { ActionIcon, Button, Menu } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowsJoin2,
  IconBan,
  IconBrandWhatsapp,
  IconDots,
  IconDownload,
  IconEraser,
  IconMail,
  IconMailOpened,
  IconPhone,
  IconRoute,
  IconTrash,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Lead } from '#contract/leads/leads.ts'
import { lazily } from '../../../lib/lazy.ts'
import { useModal } from '../../../lib/modal-stack.ts'
import { useBusiness, useCan } from '../../../lib/session/session.ts'
import { CallButton } from '../../../shared/numbers/call-button.tsx'
import { FromFirstOpen } from '../../../ui/layout/from-first-open.tsx'
import { calleeOf, mailLink, unmaskedContact, whatsAppLink } from '../fields/contact-links.ts'
import { useNameOfLead } from '../fields/lead-name.tsx'
import { samePersonQuery } from '../leads.api.ts'
import { mergeLink } from '../merge-link.ts'
import classes from './lead-head.module.css'
import type { LeadPageProps } from './lead-page-props.ts'

const CallItems = lazily(() => import('../fields/call-items.tsx'), 'CallItems')
const LeadWhy = lazily(() => import('../why/lead-why.tsx'), 'LeadWhy')

/** E-mail, WhatsApp and Call, which is the primary action. */
export function ContactButtons({ lead }: { lead: Lead }) {
  const { phone, email } = unmaskedContact(lead)
  const { t } = useTranslation('leads')
  return (
    <>
      {email && (
        <Button
          component="a"
          href={mailLink(email)}
          variant="default"
          leftSection={<IconMail stroke={1.75} aria-hidden />}
        >
          {t('sendEmail')}
        </Button>
      )}
      {phone && (
        <Button
          component="a"
          href={whatsAppLink(phone)}
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<IconBrandWhatsapp className={classes.whatsApp} stroke={1.75} aria-hidden />}
        >
          {t('whatsApp')}
        </Button>
      )}
      <CallButton callee={calleeOf(lead)} leftSection={<IconPhone stroke={2} aria-hidden />}>
        {t('call')}
      </CallButton>
    </>
  )
}

/** Merges the lead with those of the same person, if there are any; looked up when the menu opens. */
function MergeItem({ lead }: { lead: Lead }) {
  const { t } = useTranslation('leads')
  const { businessId } = useBusiness()
  const mayMerge = useCan('leads.merge', lead.campaignId) && lead.deletedAt === null
  const { data } = useQuery({ ...samePersonQuery(businessId, lead._id), enabled: mayMerge })
  if (!mayMerge || !data?.leads.length) return null
  return (
    <Menu.Item
      component={Link}
      {...mergeLink(businessId, lead._id, data.leads)}
      leftSection={<IconArrowsJoin2 aria-hidden />}
    >
      {t('mergeThese')}
    </Menu.Item>
  )
}

type MoreProps = {
  lead: Lead
  onUnread: () => void
  onDelete: (() => void) | undefined
  onRestore: (() => void) | undefined
  onBlock: (() => void) | undefined
  person: LeadPageProps['person']
}

export function MoreActions({ lead, onUnread, onDelete, onRestore, onBlock, person }: MoreProps) {
  const { t } = useTranslation('leads')
  const nameOfLead = useNameOfLead()
  const why = useModal('why')
  return (
    <>
      <Menu>
        <Menu.Target>
          <ActionIcon variant="default" className={classes.more} aria-label={t('moreFor', { name: nameOfLead(lead) })}>
            <IconDots size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconMailOpened aria-hidden />} onClick={onUnread} disabled={!lead.isRead}>
            {t('markUnread')}
          </Menu.Item>
          <Menu.Item leftSection={<IconRoute data-mirror aria-hidden />} onClick={why.open}>
            {t('why')}
          </Menu.Item>
          <Suspense>
            <CallItems lead={lead} />
          </Suspense>
          <MergeItem lead={lead} />
          {onBlock && (
            <Menu.Item leftSection={<IconBan aria-hidden />} onClick={onBlock}>
              {t('block')}
            </Menu.Item>
          )}
          {onRestore && (
            <Menu.Item leftSection={<IconArrowBackUp data-mirror aria-hidden />} onClick={onRestore}>
              {t('restore')}
            </Menu.Item>
          )}
          {onDelete && (
            <Menu.Item leftSection={<IconTrash aria-hidden />} onClick={onDelete}>
              {t('delete')}
            </Menu.Item>
          )}
          {person && (
            <Menu.Item leftSection={<IconDownload aria-hidden />} onClick={person.save}>
              {t('person.save')}
            </Menu.Item>
          )}
          {person?.erase && (
            <Menu.Item color="red" leftSection={<IconEraser aria-hidden />} onClick={person.erase}>
              {t('person.erase')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <FromFirstOpen opened={why.opened}>
        <LeadWhy lead={lead} opened={why.opened} onClose={why.close} />
      </FromFirstOpen>
    </>
  )
}
