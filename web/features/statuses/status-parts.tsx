import type { LeadStatus } from '#contract/leads/lead-status.ts'
import { currentLanguage } from '../../lib/i18n/i18n.ts'
import { partOf } from '../../shared/status-glyph.tsx'
import { StatusPill } from '../../shared/status-pill.tsx'

type Named = Pick<LeadStatus, 'nameHe' | 'nameEn'>
/** In the reader's language. */
export const nameOf = ({ nameHe, nameEn }: Named) => (currentLanguage() === 'he' ? nameHe : nameEn)
/** In the other one. */
export const otherNameOf = ({ nameHe, nameEn }: Named) => (currentLanguage() === 'he' ? nameEn : nameHe)

/** How far along an Ongoing status is among the others. */
export const partIn = (statuses: readonly Pick<LeadStatus, 'type'>[], status: Pick<LeadStatus, 'type'>) =>
  partOf(statuses.filter(({ type }) => type === 'Ongoing').indexOf(status))

type Looks = Named & Pick<LeadStatus, 'hue' | 'type'>
/** Statuses as pills, one behind the other. */
export const StatusPills = ({ statuses }: { statuses: readonly Looks[] }) =>
  statuses.map((status) => (
    <StatusPill
      key={status.nameEn}
      name={nameOf(status)}
      hue={status.hue}
      type={status.type}
      part={partIn(statuses, status)}
    />
  ))
