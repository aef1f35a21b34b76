import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import { createContext, useContext } from 'react'
import type { SubjectKind } from '#contract/events/catalogue.ts'
import type { Right } from '#contract/roles.ts'
import type { Access } from '#contract/route.ts'
import type { LeadsLook } from '#contract/team/users.ts'
import type { Pattern } from '../lib/paths.ts'
import type { pageIcons } from './page-icons.ts'

/** A page as its feature registers it: read by the router, its guard, the menus, the settings' tabs and the palette. */
export type Page = {
  /** Its addresses, as the router writes them. */
  path: Pattern | readonly [Pattern, ...Pattern[]]
  component: RouteComponent
  menu?: MenuPlace
  /** The key of the menu entry that is marked while the page is open, where the page has none of its own. */
  under?: string
  /** What it lists: the audit log leads there. */
  about?: readonly SubjectKind[]
  /** On a phone the navigator offers the campaign selector. */
  choosesCampaign?: true
} & Marks

/** What the guard and the frame go by; pages below `/b/{businessId}` are `inBusiness`, for signed-in people. */
type Marks = {
  /** Who may see the page; without it: everyone. The highest of the matched routes applies. */
  access?: Access
  /** Also to those whom a grant lets hear calls, whatever their role. */
  orHearsCalls?: true
  /** Shown without the frame; for those who are not signed in. */
  bare?: true
  /** Shown without the frame, with or without a session. */
  unframed?: true
  /** Shows something of the business that one works in. */
  inBusiness?: true
  /** Open to a person whose phone is not verified yet. */
  pending?: true
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends Marks {}
}

export type MenuGroup = 'dashboard' | 'business' | 'me' | 'palette'

/** Entries stand in the order of the table, and all of them in the palette. */
type MenuPlace = {
  key: string
  /** Entries of `palette` stand there alone. */
  group: MenuGroup
  /** Its text in `shell.json`; its key without it. */
  label?: string
  icon: keyof typeof pageIcons
  /** Beyond what the guard asks. */
  needs?: Right
  /** For those who may read the chosen campaign, or any where none is chosen. */
  ofCampaigns?: true
  ofOwnMachine?: true
  /** Where it leads, if not to the page's first address. */
  to?: (at: { businessId: string; campaignId: string | null; look: LeadsLook }) => string
  /** How many entries wait there. */
  count?: 'waiting'
  /** Its shortcut, as `useHotkeys` names it. */
  keys?: string
}

const Pages = createContext<readonly Page[]>([])
/** For the frame, which knows the table of all pages. */
export const PagesProvider = Pages.Provider
export const usePages = () => useContext(Pages)

/** A page's component, fetched with the first visit. */
export const lazyPage = lazyRouteComponent

export const pathsOf = ({ path }: Pick<Page, 'path'>) => (typeof path === 'string' ? ([path] as const) : path)
