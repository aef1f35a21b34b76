import { Button, Tabs } from '@mantine/core'
import { IconBrandWhatsapp, IconMail, IconPhone } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Money } from '../../../ui/money.tsx'
import { PersonAvatar } from '../../../ui/person-avatar.tsx'
import { mailLink, reachOf, telLink, whatsAppLink } from '../fields/contact-links.ts'
import { StatusMenu } from '../status/status-menu.tsx'
import { CommentComposer } from './comment-composer.tsx'
import { MoreActions } from './lead-actions.tsx'
import { LeadDetails } from './lead-details.tsx'
import { BackToLeads, LeadNeighbours } from './lead-nav.tsx'
import classes from './lead-page.module.css'
import { LeadProvenance } from './lead-provenance.tsx'
import { LeadTabPanel } from './lead-tab-panel.tsx'
import { leadTabs } from './lead-tabs.ts'
import { LeadTitle } from './lead-title.tsx'
import type { LeadView } from './lead-view.ts'
import { useLeadTab } from './use-lead-tab.ts'

/** The lead's page on a phone: what to do on top, then what happened; details are a tab. */
export function LeadPocket(view: LeadView) {
  const { t } = useTranslation('leads')
  const tabs = leadTabs(view)
  const [tab, setTab] = useLeadTab([...tabs, 'details'])
  const { businessId, lead, statuses } = view
  return (
    <div className={classes.pocket} data-composer={view.canEdit || undefined}>
      <title>{`${lead.name || t('noName')} · Leadline`}</title>
      <header className={classes.top}>
        <BackToLeads businessId={businessId} campaignId={lead.campaignId} place={view.place} />
        <LeadNeighbours businessId={businessId} neighbours={view.neighbours} />
        <MoreActions
          lead={lead}
          onUnread={view.markUnread}
          onDelete={view.remove}
          onRestore={view.restore}
          onBlock={view.block}
          person={view.person}
        />
      </header>
      <h1 className={classes.name}>
        <LeadTitle {...view} />
      </h1>
      <div className={classes.state}>
        <StatusMenu lead={lead} statuses={statuses} onChange={view.changeStatus} large />
        {lead.assignedTo && (
          <span className={classes.person}>
            <PersonAvatar {...lead.assignedTo} id={lead.assignedTo._id} />
            <bdi>{lead.assignedTo.name}</bdi>
          </span>
        )}
        <span className={classes.amount}>{lead.value !== null && <Money agorot={lead.value} />}</span>
      </div>
      <BigButtons lead={lead} />
      {view.notices}
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List className={classes.tabs}>
          {tabs.map((kind) => (
            <Tabs.Tab key={kind} value={kind}>
              {t(`history.${kind}`)}
            </Tabs.Tab>
          ))}
          <Tabs.Tab value="details">{t('details')}</Tabs.Tab>
        </Tabs.List>
        {tabs.map((kind) => (
          <Tabs.Panel key={kind} value={kind} className={classes.padded}>
            <LeadTabPanel tab={kind} view={view} />
          </Tabs.Panel>
        ))}
        <Tabs.Panel value="details">
          <LeadDetails {...view} />
          <LeadProvenance enquiries={lead.enquiries} />
        </Tabs.Panel>
      </Tabs>
      {view.canEdit && <CommentComposer businessId={businessId} leadId={lead._id} isNarrow />}
    </div>
  )
}

function BigButtons({ lead }: Pick<LeadView, 'lead'>) {
  const { phone, email } = reachOf(lead)
  const { t } = useTranslation('leads')
  if (!phone && !email) return null
  return (
    <div className={classes.buttons}>
      {phone && (
        <>
          <Button component="a" href={telLink(phone)}>
            <IconPhone size={20} stroke={2} aria-hidden />
            {t('call')}
          </Button>
          <Button component="a" href={whatsAppLink(phone)} target="_blank" rel="noreferrer" className={classes.quiet}>
            <IconBrandWhatsapp size={20} stroke={1.75} className={classes.whatsApp} aria-hidden />
            {t('whatsApp')}
          </Button>
        </>
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
