import { Tabs } from '@mantine/core'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Lead } from '#contract/leads/leads.ts'
import { isMasked } from '#contract/values/masks.ts'
import { lazily } from '../../../lib/lazy.ts'
import { CopyButton } from '../../../ui/display/copy-button.tsx'
import { Phone } from '../../../ui/display/phone.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { DuplicateMark } from '../fields/duplicate-mark.tsx'
import { useNameOfLead } from '../fields/lead-name.tsx'
import { StatusMenu } from '../status/status-menu.tsx'
import { LeadViewers } from '../viewers/viewers-slot.ts'
import { CommentComposer } from './comment-composer.tsx'
import { LeadDetails } from './lead-details.tsx'
import head from './lead-head.module.css'
import { BackToLeads, LeadNeighbours } from './lead-nav.tsx'
import classes from './lead-page.module.css'
import { ContactButtons, MoreActions } from './lead-page-actions.tsx'
import type { LeadPageProps } from './lead-page-props.ts'
import { LeadTabPanel, useLeadTabs } from './lead-tabs.tsx'
import { LeadTitle } from './lead-title.tsx'
import { useNextAction } from './next-action-slot.ts'
import { useLeadPalette } from './use-lead-palette.ts'

const LeadProvenance = lazily(() => import('./lead-provenance.tsx'), 'LeadProvenance')
const SamePerson = lazily(() => import('./same-person.tsx'), 'SamePerson')

/** Wide screens: details at the start side, history beside them. */
export function LeadPageDesktop(page: LeadPageProps) {
  const { t } = useTranslation('leads')
  const nameOfLead = useNameOfLead()
  const { businessId, lead, statuses } = page
  const { tabs, tab, setTab } = useLeadTabs(lead)
  const { Tools, hasComposer } = tabs.find(({ id }) => id === tab) ?? {}
  useLeadPalette(page)
  const NextAction = useNextAction()
  return (
    <Page
      flush
      title={nameOfLead(lead)}
      heading={<LeadTitle {...page} />}
      before={<BackToLeads businessId={businessId} campaignId={lead.campaignId} origin={page.origin} />}
      beside={<StatusMenu lead={lead} statuses={statuses} onChange={page.changeStatus} large />}
      context={<LeadContacts lead={lead} />}
      actions={
        <>
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
          <ContactButtons lead={lead} />
        </>
      }
    >
      {page.notices}
      <div className={classes.desktop}>
        <aside className={classes.side} tabIndex={-1} aria-label={t('details')}>
          {NextAction && page.canEdit && <NextAction lead={lead} />}
          <LeadDetails {...page} />
          <Suspense>
            <LeadProvenance enquiries={lead.enquiries} />
          </Suspense>
          <Suspense>
            <SamePerson {...page} />
          </Suspense>
        </aside>
        <div className={classes.centre}>
          <Tabs value={tab} onChange={setTab} keepMounted={false}>
            <div className={classes.tabs}>
              <Tabs.List aria-label={t('history.title')}>
                {tabs.map(({ id, label }) => (
                  <Tabs.Tab key={id} value={id}>
                    {t(label)}
                  </Tabs.Tab>
                ))}
              </Tabs.List>
              {Tools && <Tools />}
            </div>
            {tabs.map((one) => (
              <Tabs.Panel key={one.id} value={one.id} className={classes.scroll} tabIndex={0}>
                <LeadTabPanel tab={one} businessId={businessId} lead={lead} />
              </Tabs.Panel>
            ))}
          </Tabs>
          {page.canEdit && !hasComposer && (
            <CommentComposer businessId={businessId} leadId={lead._id} isNarrow={false} />
          )}
        </div>
      </div>
    </Page>
  )
}

function LeadContacts({ lead }: { lead: Lead }) {
  const { phone, email, campaignName } = lead
  const { t } = useTranslation('leads')
  return (
    <div className={head.contacts}>
      {phone && (
        <span className={head.contact}>
          <Phone number={phone} />
          {!isMasked(phone) && <CopyButton value={phone} what={t('columns.phone')} />}
        </span>
      )}
      {email && (
        <span className={head.contact}>
          <bdi dir="ltr">{email}</bdi>
          {!isMasked(email) && <CopyButton value={email} what={t('columns.email')} />}
        </span>
      )}
      <span className={head.contact}>
        <bdi>{campaignName}</bdi>
      </span>
      {lead.isDuplicate && (
        <span className={head.contact}>
          <DuplicateMark lead={lead} isNamed />
        </span>
      )}
    </div>
  )
}
