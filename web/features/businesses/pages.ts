import { paths } from '../../lib/paths.ts'
import { lazyPage, type Page } from '../../shared/pages.ts'

export const businessPages: readonly Page[] = [
  {
    path: paths.businessInfo.pattern,
    access: 'Owner',
    texts: ['businesses', 'images', 'two-factor'],
    component: lazyPage(() => import('./business-info-page.tsx'), 'BusinessInfoPage'),
    menu: { key: 'businessInfo', group: 'settings', section: 'business', icon: 'building-store' },
  },
  {
    path: paths.createBusiness,
    access: 'user',
    texts: ['businesses', 'images'],
    component: lazyPage(() => import('./create-business-page.tsx'), 'CreateBusinessPage'),
    menu: { key: 'createBusiness', group: 'palette', icon: 'building-plus' },
  },
]
