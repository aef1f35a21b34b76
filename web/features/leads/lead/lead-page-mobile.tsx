import { Button, Tabs } from '@mantine/core'
import { IconBrandWhatsapp, IconMail, IconPhone } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazily } from '../../../lib/lazy.ts'
import { CallButton } from '../../../shared/numbers/call-button.tsx'
import { useCallAct } from '../../../shared/numbers/call-out.ts'
import { Money } from '../../../ui/display/money.tsx'
import { PersonAvatar } from '../../../ui/display/person-avatar.tsx'
import { Phone } from '../../../ui/display/phone.tsx'
import { calleeOf, mailLink, unmaskedContact, whatsAppLink } from '../fields/contact-links.ts'
import { DuplicateMark } from '../fields/duplicate-mark.tsx'
import { useNameOfLead } from '../fields/lead-name.tsx'
import { StatusMenu } from '../status/status-menu.tsx'
import { LeadViewers } from '../viewers/viewers-slot.ts'
import { CommentComposer } from './comment-composer.tsx'
import { LeadDetails } from './lead-details.tsx'
import { BackToLeads, LeadNeighbours } from './lead-nav.tsx'
import classes from './lead-page.module.css'
import { MoreActions } from './lead-page-actions.tsx'
import type { LeadPageProps } from './lead-page-props.ts'
import { LeadTabPanel, useLeadTabs } from './lead-tabs.tsx'
import { LeadTitle } from './lead-title.tsx'
import { useNextAction } from './next-action-slot.ts'

const LeadProvenance = lazily(() => import('./lead-provenance.tsx'), 'LeadProvenance', { soon: true })
const SamePerson = lazily(() => import('./same-person.tsx'), 'SamePerson')

/** Narrow screens: contact buttons on top, then the history; details are a tab. */
export function LeadPageMobile(page: LeadPageProps) {
  const { t } = useTranslation('leads')
  const nameOfLead = useNameOfLead()
  const { businessId, lead, statuses } = page
  const { tabs, tab, setTab } = useLeadTabs(lead, ['details'])
  const hasComposer = tabs.find(({ id }) => id === tab)?.hasComposer
  const NextAction = useNextAction()
  return (
    <div className={classes.mobile} data-composer={page.canEdit || undefined}>
      <title>{`${nameOfLead(lead)} · Leadline`}</title>
      <header className={classes.top}>
        <BackToLeads businessId={businessId} campaignId={lead.campaignId} origin={page.origin} />
        <Suspense>
          <LeadViewers businessId={businessId} leadId={lead._id} />
        </Suspense>
        <LeadNeighbours businessId={businessId} neighbours={page.neighbours} />
        <MoreActions
          lead={lead}
          onUnread={page.markUnread}
          onDelete={page.remove}
          onRestore={page.restore}
          onBlock={page.block}
          person={page.person}
        />
      </header>
      <h1 className={classes.name}>
        <LeadTitle {...page} />
      </h1>
      {lead.phone && (
        <p className={classes.phone}>
          <Phone number={lead.phone} />
        </p>
      )}
      <div className={classes.state}>
        <StatusMenu lead={lead} statuses={statuses} onChange={page.changeStatus} large />
        {lead.assignedTo && (
          <span className={classes.person}>
            <PersonAvatar {...lead.assignedTo} id={lead.assignedTo._id} />
            <bdi>{lead.assignedTo.name}</bdi>
          </span>
        )}
        <DuplicateMark lead={lead} isNamed />
        <span className={classes.amount}>{lead.value !== null && <Money agorot={lead.value} />}</span>
      </div>
      <ContactBar lead={lead} />
      {page.notices}
      {NextAction && page.canEdit && <NextAction lead={lead} />}
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List className={classes.narrowTabs}>
          {tabs.map(({ id, label }) => (
            <Tabs.Tab key={id} value={id}>
              {t(label)}
            </Tabs.Tab>
          ))}
          <Tabs.Tab value="details">{t('details')}</Tabs.Tab>
        </Tabs.List>
        {tabs.map((one) => (
          <Tabs.Panel key={one.id} value={one.id} className={classes.padded}>
            {one.Tools && <one.Tools />}
            <LeadTabPanel tab={one} businessId={businessId} lead={lead} />
          </Tabs.Panel>
        ))}
        <Tabs.Panel value="details">
          <LeadDetails {...page} />
          <Suspense>
            <LeadProvenance enquiries={lead.enquiries} />
          </Suspense>
          <Suspense>
            <SamePerson {...page} />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
      {page.canEdit && !hasComposer && <CommentComposer businessId={businessId} leadId={lead._id} isNarrow />}
    </div>
  )
}

function ContactBar({ lead }: Pick<LeadPageProps, 'lead'>) {
  const { phone, email } = unmaskedContact(lead)
  const { t } = useTranslation('leads')
  const callee = calleeOf(lead)
  const mayCall = useCallAct(callee) !== undefined
  if (!mayCall && !phone && !email) return null
  return (
    <div className={classes.buttons}>
      <CallButton callee={callee}>
        <IconPhone size={20} stroke={2} aria-hidden />
        {t('call')}
      </CallButton>
      {phone && (
        <Button component="a" href={whatsAppLink(phone)} target="_blank" rel="noreferrer" className={classes.quiet}>
          <IconBrandWhatsapp size={20} stroke={1.75} className={classes.whatsApp} aria-hidden />
          {t('whatsApp')}
        </Button>
      )}
      {email && (
        <Button component="a" href={mailLink(email)} className={classes.quiet}>
          <IconMail size={20} stroke={1.75} aria-hidden />
          {t('sendEmail')}
        </Button>
      )}
    </div>
  )
}
