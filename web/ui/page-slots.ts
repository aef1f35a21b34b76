import { createContext, type ReactNode } from 'react'

/** What the frame puts into a page's title row on narrow screens: Back before the title, a selector after it. */
export const PageSlots = createContext<{ back?: ReactNode; navigator?: ReactNode }>({})
