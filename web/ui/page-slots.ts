import { createContext, type ReactNode } from 'react'

/**
 * What the frame puts into a page: on narrow screens Back before the title and a selector after it; below the title the
 * tabs of the pages that it belongs to.
 */
export const PageSlots = createContext<{ back?: ReactNode; navigator?: ReactNode; tabs?: ReactNode }>({})
