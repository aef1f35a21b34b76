import { paths } from '../../lib/paths.ts'
import { lazyPage, type Page } from '../../shared/pages.ts'

export const numberPages: readonly Page[] = [
  {
    path: paths.numbers.pattern,
    texts: ['numbers', 'call-voice', 'open-ranges', 'telephony-budget'],
    component: lazyPage(() => import('./numbers-page.tsx'), 'NumbersPage'),
    menu: { key: 'numbers', group: 'settings', section: 'telephony', icon: 'hash', needs: 'campaigns.edit' },
    about: ['number', 'connection'],
    notifies: {
      number_silent: { icon: 'phone-off', hue: 'red' },
      number_quiet: { icon: 'phone-off', hue: 'amber' },
      number_test_failed: { icon: 'phone-off', hue: 'red' },
      phone_unanswered: { icon: 'phone-x', hue: 'amber' },
      telephony_cap: { icon: 'phone-off', hue: 'amber' },
      telephony_credit: { icon: 'phone-off', hue: 'red' },
    },
  },
  {
    path: paths.number.pattern,
    texts: ['numbers', 'call-voice', 'open-ranges', 'answering', 'forwarding', 'telephony-budget'],
    component: lazyPage(() => import('./number-page.tsx'), 'NumberPage'),
    under: 'numbers',
    shows: { kind: 'number', at: ({ businessId, _id }) => _id && paths.number(businessId, _id) },
  },
]
