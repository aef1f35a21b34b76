import type { LeadStatus } from '#contract/leads/lead-status.ts'
import { currentLanguage } from '../../lib/i18n/i18n.ts'
import { partOf } from '../../shared/status-glyph.tsx'
import { StatusPill } from '../../shared/status-pill.tsx'

type Named = Pick<LeadStatus, 'nameHe' | 'nameEn'>
/** Name in the current language. */
export const nameOf = ({ nameHe, nameEn }: Named) => (currentLanguage() === 'he' ? nameHe : nameEn)
/** Name in the other language. */
export const otherNameOf = ({ nameHe, nameEn }: Named) => (currentLanguage() === 'he' ? nameEn : nameHe)

/** Progress of an Ongoing status: its position among the Ongoing ones. */
export const partIn = (statuses: readonly Pick<LeadStatus, 'type'>[], status: Pick<LeadStatus, 'type'>) =>
  partOf(statuses.filter(({ type }) => type === 'Ongoing').indexOf(status))

type Looks = Named & Pick<LeadStatus, 'hue' | 'type'>
/** Statuses as pills in a row. */
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
