import { Tabs } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Page } from '../../../ui/page.tsx'
import { StatusMenu } from '../status/status-menu.tsx'
import { CommentComposer } from './comment-composer.tsx'
import { ContactButtons, MoreActions } from './lead-actions.tsx'
import { LeadContacts } from './lead-contacts.tsx'
import { LeadDetails } from './lead-details.tsx'
import { BackToLeads, LeadNeighbours } from './lead-nav.tsx'
import classes from './lead-page.module.css'
import { LeadProvenance } from './lead-provenance.tsx'
import { LeadTabPanel } from './lead-tab-panel.tsx'
import { leadTabs } from './lead-tabs.ts'
import { LeadTitle } from './lead-title.tsx'
import type { LeadView } from './lead-view.ts'
import { useLeadPalette } from './use-lead-palette.ts'
import { useLeadTab } from './use-lead-tab.ts'

/** The lead's page on a desk: details at the start side, what happened beside them. */
export function LeadDesk(view: LeadView) {
  const { t } = useTranslation('leads')
  const { businessId, lead, statuses } = view
  const tabs = leadTabs(view)
  const [tab, setTab] = useLeadTab(tabs)
  useLeadPalette(view)
  return (
    <Page
      flush
      title={lead.name || t('noName')}
      heading={<LeadTitle {...view} />}
      before={<BackToLeads businessId={businessId} campaignId={lead.campaignId} place={view.place} />}
      beside={<StatusMenu lead={lead} statuses={statuses} onChange={view.changeStatus} large />}
      context={<LeadContacts lead={lead} />}
      actions={
        <>
          <LeadNeighbours businessId={businessId} neighbours={view.neighbours} />
          <MoreActions
            lead={lead}
            onUnread={view.markUnread}
            onDelete={view.remove}
            onRestore={view.restore}
            onBlock={view.block}
            person={view.person}
          />
          <ContactButtons lead={lead} />
        </>
      }
    >
      {view.notices}
      <div className={classes.desk}>
        <aside className={classes.side} tabIndex={-1} aria-label={t('details')}>
          <LeadDetails {...view} />
          <LeadProvenance enquiries={lead.enquiries} />
        </aside>
        <div className={classes.centre}>
          <Tabs value={tab} onChange={setTab} keepMounted={false}>
            <Tabs.List aria-label={t('history.title')}>
              {tabs.map((kind) => (
                <Tabs.Tab key={kind} value={kind}>
                  {t(`history.${kind}`)}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            {tabs.map((kind) => (
              <Tabs.Panel key={kind} value={kind} className={classes.scroll} tabIndex={0}>
                <LeadTabPanel tab={kind} view={view} />
              </Tabs.Panel>
            ))}
          </Tabs>
          {view.canEdit && <CommentComposer businessId={businessId} leadId={lead._id} isNarrow={false} />}
        </div>
      </div>
    </Page>
  )
}
