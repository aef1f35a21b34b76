import { useMatch } from '@tanstack/react-router'
import { leadsLookOf } from '../../../lib/paths.ts'

/**
 * The look (table or cards) of the list on the screen. The address changes before the page does: by it, a board that is
 * left for a page whose code is still loading would become a table meanwhile.
 */
export const useLeadsLook = () =>
  useMatch({ strict: false, select: ({ pathname }) => leadsLookOf(pathname) ?? 'table' })
