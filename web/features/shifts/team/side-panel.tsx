import { Button } from '@mantine/core'
import { IconAlertTriangle, IconBell, IconCircleCheckFilled, IconExclamationCircleFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { GridWeek } from '#contract/shifts/shifts.ts'
import type { ShiftSwap } from '#contract/shifts/swaps.ts'
import { formatDateTime, formatNumber } from '../../../lib/i18n/format.ts'
import { AssignButton } from '../coverage/assign-button.tsx'
import { HoleTime, HoleTitle } from '../coverage/hole-text.tsx'
import { SwapRow } from '../swaps/swap-row.tsx'
import classes from './side-panel.module.css'
import { changesIn, freeFor, type Hole, type PersonRow } from './week-rules.ts'

/** Holes that are shown at once. */
const SHOWN = 3

export type PanelProps = {
  week: GridWeek
  rows: readonly PersonRow[]
  holes: readonly Hole[]
  swaps: readonly ShiftSwap[]
  /** Approved ones that can be undone. */
  approved: readonly ShiftSwap[]
  nameOf: (campaignId: string) => string
  canManage: boolean
  onAssign: (row: PersonRow, hole: Hole) => void
  onHole: (hole: Hole) => void
}

/** What needs a decision, and what is true before the week is published. */
export function SidePanel({ week, rows, holes, swaps, approved, nameOf, canManage, onAssign, onHole }: PanelProps) {
  const { t } = useTranslation('shifts')
  const count = holes.length + swaps.length
  return (
    <aside className={classes.panel} aria-label={t('panel.title')}>
      <section className={classes.section}>
        <h2 className={classes.title}>
          {t('panel.title')} {count > 0 && <span className={classes.count}>{formatNumber(count)}</span>}
        </h2>
        {count === 0 && <p className={classes.text}>{t('panel.none')}</p>}
        {holes.slice(0, SHOWN).map((hole) => (
          <HoleCard
            key={`${hole.campaignId} ${hole.from}`}
            hole={hole}
            campaign={nameOf(hole.campaignId)}
            free={canManage ? freeFor(hole, rows) : []}
            onAssign={(row) => onAssign(row, hole)}
            onShow={canManage ? () => onHole(hole) : undefined}
          />
        ))}
        {holes.length > SHOWN && <p className={classes.text}>{t('holes.more', { count: holes.length - SHOWN })}</p>}
        <Swaps swaps={swaps} label={t('swaps.title')} />
      </section>
      {approved.length > 0 && (
        <section className={classes.section}>
          <h2 className={classes.title}>{t('swaps.approved')}</h2>
          <Swaps swaps={approved} label={t('swaps.approved')} />
        </section>
      )}
      {canManage && <BeforePublishing week={week} holes={holes} />}
    </aside>
  )
}

function Swaps({ swaps, label }: { swaps: readonly ShiftSwap[]; label: string }) {
  if (swaps.length === 0) return null
  return (
    <ul className={classes.swaps} aria-label={label}>
      {swaps.map((swap) => (
        <SwapRow key={swap.id} swap={swap} />
      ))}
    </ul>
  )
}

type CardProps = {
  hole: Hole
  campaign: string
  free: readonly PersonRow[]
  onAssign: (row: PersonRow) => void
  onShow: (() => void) | undefined
}
function HoleCard({ hole, campaign, free, onAssign, onShow }: CardProps) {
  const { t } = useTranslation('shifts')
  const [first] = free
  return (
    <div className={classes.hole} data-hue="red">
      <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
      <div className={classes.words}>
        <p className={classes.holeTitle}>
          <HoleTitle hole={hole} campaign={campaign} />
        </p>
        <p className={classes.holeText}>
          <HoleTime hole={hole} />
        </p>
        {onShow && (
          <div className={classes.acts}>
            {first && <AssignButton name={first.person.name} onClick={() => onAssign(first)} />}
            <Button variant="subtle" color="red" onClick={onShow}>
              {t('holes.showFree')}
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}

function BeforePublishing({ week, holes }: Pick<PanelProps, 'week' | 'holes'>) {
  const { t } = useTranslation('shifts')
  return (
    <section className={classes.section}>
      <h2 className={classes.title}>{t('panel.before')}</h2>
      <PublishFacts week={week} holes={holes} />
    </section>
  )
}

/** What publishing would do. */
export function PublishFacts({ week, holes }: Pick<PanelProps, 'week' | 'holes'>) {
  const { t } = useTranslation('shifts')
  const { days, people } = changesIn(week)
  const good = <IconCircleCheckFilled size={18} className={classes.good} aria-hidden />
  const bad = <IconExclamationCircleFilled size={18} className={classes.bad} aria-hidden />
  return (
    <ul className={classes.facts}>
      <Fact icon={holes.length > 0 ? bad : good}>{t('panel.holes', { count: holes.length })}</Fact>
      <Fact icon={good}>{t('panel.absences')}</Fact>
      <Fact icon={<IconBell size={18} stroke={1.75} aria-hidden />}>
        {days > 0 ? t('panel.people', { count: people }) : t('panel.noChanges')}
      </Fact>
      <Fact icon={week.publishedAt ? good : <IconBell size={18} stroke={1.75} aria-hidden />}>
        {week.publishedAt ? t('panel.published', { time: formatDateTime(week.publishedAt) }) : t('panel.unpublished')}
      </Fact>
    </ul>
  )
}
const Fact = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className={classes.fact}>
    {icon}
    <span>{children}</span>
  </li>
)
