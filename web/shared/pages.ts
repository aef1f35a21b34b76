import type { QueryClient } from '@tanstack/react-query'
import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import { type ComponentType, createContext, useContext } from 'react'
import type { SubjectKind } from '#contract/events/catalogue.ts'
import type { Notification } from '#contract/notifications/notifications.ts'
import type { Right } from '#contract/roles.ts'
import type { Access } from '#contract/route.ts'
import type { LeadsLook } from '#contract/team/users.ts'
import { loadCode } from '../lib/code/load-code.ts'
import { isAt, type Pattern } from '../lib/paths.ts'
import type { SearchText } from '../lib/search.ts'
import type { pageIcons } from './page-icons.ts'

/** A page as its feature registers it: read by the router, its guard, the menus, the settings and the palette. */
export type Page = {
  /** Its router patterns. */
  path: Pattern | readonly [Pattern, ...Pattern[]]
  component: RouteComponent
  /** Requests what the page shows first while its code renders the frame. */
  ask?: (client: QueryClient, at: PageAt) => Promise<void>
  /** Catalogues of its texts, loaded beside it; those of every page and of the frame (web/lib/i18n) are not named. */
  texts?: readonly string[]
  menu?: MenuPlace
  /** The key of the menu entry to highlight, if not its own. */
  under?: string
  /** Subjects that the page lists, so that the audit log can link to it. */
  about?: readonly SubjectKind[]
  /** The subject that the page shows, so that the audit log can link to it. */
  shows?: { kind: SubjectKind; at: (subject: SubjectIds) => string | null }
  /** Notifications that open the page, or for leads one of its leads. */
  notifies?: Partial<Record<Notification['action'], NotificationLook>>
  /** On narrow screens the navigator shows the campaign selector. */
  choosesCampaign?: true
} & Marks

/** Where a page is opened: its path, the ids in it, and its search parameters. */
export type PageAt = { pathname: string; params: { businessId?: string; campaignId?: string }; search: SearchText }

type SubjectIds = { businessId: string; _id: string | null; campaignId: string | null }
export type NotificationLook = {
  icon: keyof typeof pageIcons
  hue: 'sky' | 'violet' | 'red' | 'green' | 'amber'
}

/** Read by the guard and the frame; pages below `/b/{businessId}` are `inBusiness` and require a session. */
type Marks = {
  /** Minimum role or session; absent: public. The strictest of the matched routes applies. */
  access?: Access
  /** Also open to members with a grant to hear calls, whatever their role. */
  orHearsCalls?: true
  /** Rendered without the frame; only for visitors who are not signed in. */
  bare?: true
  /** Rendered without the frame, with or without a session. */
  unframed?: true
  /** Shows data of the current business. */
  inBusiness?: true
  /** Open to users whose phone is not verified yet. */
  pending?: true
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends Marks {}
}

export type MenuGroup = 'dashboard' | 'business' | 'settings' | 'me' | 'palette'

/** Groups of the settings' own menu, in its order. */
export const settingsSections = ['business', 'leads', 'telephony', 'messages', 'connections', 'control'] as const
export type SettingsSection = (typeof settingsSections)[number]

/** Menu entries keep the order of the table; all of them appear in the palette. */
type MenuPlace = {
  key: string
  /** Text key in `shell.json`; defaults to the entry's key. */
  label?: string
  icon: keyof typeof pageIcons
  /** Required right, beyond the guard's rule. */
  needs?: Right
  /** Requires access to the selected campaign, or to any if none is selected. */
  ofCampaigns?: true
  ofOwnMachine?: true
  /** Only where the installation charges businesses. */
  ofBilling?: true
  /** The entry whose page has it as a tab: it stands in the menu only for those who may not open that one. */
  tabOf?: string
  /** Requires at least one page of the settings. */
  ofSettings?: true
  /** Target, if not the page's first path. */
  to?: (at: { businessId: string; campaignId: string | null; look: LeadsLook }) => string
  /** Its rank on the phone's bottom bar, which shows the first four that the person may open. */
  bottomBar?: number
  /** Which count of waiting items to show. */
  count?: 'waiting' | 'today'
  /** Its shortcut in the syntax of `useHotkeys`. */
  keys?: string
} & (
  | {
      /** Entries of `palette` appear only there. */
      group: Exclude<MenuGroup, 'settings'>
      section?: undefined
      state?: undefined
    }
  | {
      group: 'settings'
      section: SettingsSection
      /** What the page has to say, at the end of its row in the settings of narrow screens; loaded there only. */
      state?: ComponentType
    }
)

const Pages = createContext<readonly Page[]>([])
/** Set by the frame, which knows all pages. */
export const PagesProvider = Pages.Provider
export const usePages = () => useContext(Pages)

/** A page's component, loaded on the first visit; the build lists its files for the page's HTML. */
export const lazyPage: typeof lazyRouteComponent = (load, exportName) =>
  lazyRouteComponent(() => loadCode(load), exportName)

export const pathsOf = ({ path }: Pick<Page, 'path'>) => (typeof path === 'string' ? ([path] as const) : path)

export const pageAt = (pages: readonly Page[], path: string) => pages.find((page) => isAt(path, ...pathsOf(page)))

/** The key of the menu entry that the path belongs to. */
export function menuKeyAt(pages: readonly Page[], path: string) {
  const page = pageAt(pages, path)
  return page?.under ?? page?.menu?.key
}

/** The same if it is an entry of the settings. */
export function settingsKeyAt(pages: readonly Page[], path: string) {
  const key = menuKeyAt(pages, path)
  return key && pages.some(({ menu }) => menu?.key === key && menu.group === 'settings') ? key : undefined
}
