import { id } from '../common.ts'
import { Changes, type EventEntries, OfBusiness } from './events.ts'

const ofView = {
  /** Only shared views have events. The name is in `personal`; of a changed query the log says only that it changed. */
  payload: OfBusiness.extend({ viewId: id }),
  audience: 'broadcast',
  topic: 'view',
  kind: 'settings',
  subject: { kind: 'view', id: 'viewId', names: ['name'] },
} as const

export const savedViewEvents = {
  /** A view was created as shared, or a private one became shared. */
  'view.shared': ofView,
  'view.changed': { ...ofView, payload: ofView.payload.extend({ changes: Changes }) },
  /** A shared view became private. */
  'view.unshared': ofView,
  'view.deleted': ofView,
  'view.restored': ofView,
} as const satisfies EventEntries
