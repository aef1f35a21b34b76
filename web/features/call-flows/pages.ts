import { lazily } from '../../lib/lazy.ts'
import { paths } from '../../lib/paths.ts'
import { lazyPage, type Page } from '../../shared/pages.ts'

export const callFlowPages: readonly Page[] = [
  {
    path: paths.callFlows.pattern,
    texts: ['call-flows'],
    component: lazyPage(() => import('./list/call-flows-page.tsx'), 'CallFlowsPage'),
    menu: {
      key: 'callFlows',
      group: 'settings',
      section: 'telephony',
      icon: 'list-check',
      needs: 'call_flows.edit',
      state: lazily(() => import('./list/call-flows-page.tsx'), 'FlowsState'),
    },
    about: ['callFlow', 'callSound'],
    notifies: { number_hole: { icon: 'phone-off', hue: 'amber' } },
  },
  {
    path: paths.callFlow.pattern,
    texts: ['call-flows', 'open-ranges', 'answering'],
    component: lazyPage(() => import('./editor/call-flow-page.tsx'), 'CallFlowPage'),
    // Its steps need the whole width, so the menu of the settings does not stand beside it.
    under: 'settings',
  },
]
