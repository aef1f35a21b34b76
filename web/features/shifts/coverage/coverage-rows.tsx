import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { daysOfWeek } from '#contract/shifts/person-shifts.ts'
import type { Coverage, GridPerson } from '#contract/shifts/shifts.ts'
import { UserText } from '../../../ui/display/user-text.tsx'
import grid from '../team/team-grid.module.css'
import type { Hole } from '../team/week-rules.ts'
import classes from './coverage.module.css'
import { CoverageStrip, hoursOf, StripScale } from './coverage-strip.tsx'

export type CoverageProps = {
  week: string
  coverage: readonly Coverage[]
  people: readonly GridPerson[]
  holes: readonly Hole[]
  nameOf: (campaignId: string) => string
  onHole?: ((hole: Hole) => void) | undefined
}

/** Strips that are shown at once in a week; those with holes always are. */
const SHOWN = 3

/** The whole business first, then campaigns with holes, then the others. */
export function useShownCoverage(
  coverage: readonly Coverage[],
  { least, holes }: { least: number; holes: readonly Hole[] },
) {
  const [showsAll, showAll] = useState(false)
  const hasHole = (id: string | null) => holes.some((hole) => hole.campaignId === id)
  const rank = ({ campaignId }: Coverage) => (campaignId === null ? 0 : hasHole(campaignId) ? 1 : 2)
  const sorted = [...coverage].sort((one, other) => rank(one) - rank(other))
  const count = Math.max(least, sorted.filter((one) => rank(one) < 2).length)
  const shown = showsAll ? sorted : sorted.slice(0, count)
  return { shown, more: sorted.length - shown.length, showAll: () => showAll(true) }
}

/** Coverage below the grid, in its columns. */
export function CoverageRows({ week, coverage, people, holes, nameOf, onHole }: CoverageProps) {
  const { t } = useTranslation('shifts')
  const { shown, more, showAll } = useShownCoverage(coverage, { least: SHOWN, holes })
  const hours = hoursOf(coverage)
  return (
    <tbody>
      <tr>
        <th colSpan={8} scope="rowgroup" className={classes.head}>
          {t('coverage.title')}
        </th>
      </tr>
      {shown.map((one, at) => (
        <tr key={one.campaignId ?? 'business'}>
          <th scope="row" className={grid.person}>
            <CoverageName one={one} nameOf={nameOf} />
          </th>
          {daysOfWeek(week).map((day) => (
            <td key={day}>
              <div className={classes.cell}>
                <CoverageStrip {...{ people, day, hours, holes, onHole }} coverage={one} />
                {at === shown.length - 1 && <StripScale hours={hours} />}
              </div>
            </td>
          ))}
        </tr>
      ))}
      {more > 0 && (
        <tr>
          <td colSpan={8}>
            <UnstyledButton className={classes.more} onClick={showAll}>
              {t('coverage.more', { count: more })}
            </UnstyledButton>
          </td>
        </tr>
      )}
    </tbody>
  )
}

type NameProps = { one: Coverage; nameOf: CoverageProps['nameOf'] }
export function CoverageName({ one: { campaignId, minimum }, nameOf }: NameProps) {
  const { t } = useTranslation('shifts')
  return (
    <span className={classes.name}>
      {campaignId ? <UserText cut>{nameOf(campaignId)}</UserText> : t('coverage.business')}
      {campaignId && minimum !== 1 && (
        <span className={classes.minimum}>{t('coverage.minimum', { count: minimum })}</span>
      )}
    </span>
  )
}
