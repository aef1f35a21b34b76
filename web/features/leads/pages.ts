import { loadCode } from '../../lib/code/load-code.ts'
import { lazily } from '../../lib/lazy.ts'
import { leadLists, paths } from '../../lib/paths.ts'
import { lazyPage, type Page } from '../../shared/pages.ts'

export const importPage: Page = {
  path: paths.importLeads.pattern,
  texts: ['leads', 'lead-sheets', 'operations'],
  component: lazyPage(() => import('./import/import-page.tsx'), 'ImportPage'),
  under: 'leads',
  menu: { key: 'importLeads', group: 'palette', icon: 'file-spreadsheet', needs: 'leads.import' },
}

export const duplicatesPage: Page = {
  path: paths.duplicates.pattern,
  texts: ['leads', 'duplicates'],
  component: lazyPage(() => import('./merge/duplicates-page.tsx'), 'DuplicatesPage'),
  under: 'leads',
  menu: { key: 'duplicates', group: 'palette', icon: 'users', needs: 'leads.merge' },
}

export const duplicatePolicyPage: Page = {
  path: paths.duplicatePolicy.pattern,
  texts: ['duplicate-policy'],
  component: lazyPage(() => import('./duplicate-policy/policy-page.tsx'), 'DuplicatePolicyPage'),
  menu: {
    key: 'duplicatePolicy',
    group: 'settings',
    section: 'leads',
    icon: 'repeat',
    needs: 'business.settings',
    state: lazily(() => import('./duplicate-policy/policy-page.tsx'), 'DuplicatesState'),
  },
}

export const leadPage: Page = {
  path: [...leadLists.table, ...leadLists.cards],
  choosesCampaign: true,
  texts: ['leads', 'saved-views'],
  component: lazyPage(() => import('./list/leads-page.tsx'), 'LeadsPage'),
  ask: async (client, at) => (await loadCode(() => import('./list/leads-page.tsx'))).askForLeads(client, at),
  menu: {
    key: 'leads',
    group: 'dashboard',
    icon: 'users',
    ofCampaigns: true,
    to: ({ businessId, campaignId, look }) => paths.leads(businessId, campaignId, look),
    bottomBar: 2,
    keys: 'KeyG KeyL',
  },
  shows: { kind: 'campaign', at: ({ businessId, _id }) => _id && paths.leads(businessId, _id) },
  notifies: {
    receiving_a_lead: { icon: 'user-plus', hue: 'sky' },
    repeat_enquiry: { icon: 'repeat', hue: 'violet' },
    mention: { icon: 'at', hue: 'amber' },
    lead_assigned: { icon: 'user-plus', hue: 'sky' },
    response_late: { icon: 'alarm', hue: 'red' },
    automation_notice: { icon: 'bell', hue: 'violet' },
    meeting_answered: { icon: 'calendar-clock', hue: 'sky' },
    meeting_booked: { icon: 'calendar-event', hue: 'green' },
    meeting_soon: { icon: 'calendar-clock', hue: 'amber' },
  },
}
