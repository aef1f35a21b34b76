import { type ComponentType, createContext, type ReactNode } from 'react'

/**
 * Content that the layout adds to a page: tabs below the title; on narrow screens Back before the title and a selector
 * after it.
 */
export const PageSlots = createContext<{ back?: ReactNode; navigator?: ReactNode; tabs?: ReactNode }>({})

/** A button that invites people in a dialog over the page; provided by the feature of invitations. */
export const InviteButton = createContext<ComponentType | null>(null)
