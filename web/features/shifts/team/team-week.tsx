import { UnstyledButton } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GridPerson, GridWeek, ShiftGrid } from '#contract/shifts/shifts.ts'
import type { ShiftSwap } from '#contract/shifts/swaps.ts'
import { dayOf, firstOfWeek, plusDays } from '#contract/values/clock.ts'
import { lazily } from '../../../lib/lazy.ts'
import { campaignNamesQuery, useBusiness, useCan } from '../../../lib/session/session.ts'
import { useNarrow } from '../../../lib/use-narrow.ts'
import { UserText } from '../../../ui/display/user-text.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { CoverageRows } from '../coverage/coverage-rows.tsx'
import { settingsQuery } from '../shifts.api.ts'
import { DayView } from './day-view.tsx'
import { type Asked, useEditWeek } from './edit/use-edit-week.ts'
import type { ShiftsSearch } from './shifts-search.ts'
import { SidePanel } from './side-panel.tsx'
import { TeamGrid } from './team-grid.tsx'
import classes from './team-week.module.css'
import { WeekActions, WeekState } from './week-actions.tsx'
import { WeekBar } from './week-bar.tsx'
import {
  type Hole,
  holeRange,
  holesIn,
  type PersonRow,
  plannedOn,
  restDaysIn,
  rowsOf,
  withShift,
} from './week-rules.ts'

const CellDialog = lazily(() => import('./cell-dialog.tsx'), 'CellDialog')
const HoleDialog = lazily(() => import('../coverage/hole-dialog.tsx'), 'HoleDialog')

type Props = {
  search: ShiftsSearch
  onSearch: (changes: Partial<ShiftsSearch>) => void
  week: string
  grid: ShiftGrid
  shown: GridWeek
  swaps: readonly ShiftSwap[]
}

/** The grid of a week with its coverage, and what needs a decision. */
export function TeamWeek({ search, onSearch, week, grid, shown, swaps }: Props) {
  const { t } = useTranslation('shifts')
  const { businessId } = useBusiness()
  const isNarrow = useNarrow()
  const canManage = useCan('shifts.manage')
  const [added, add] = useState<readonly string[]>([])
  const [asked, ask] = useState<Asked | null>(null)
  const [hole, showHole] = useState<Hole | null>(null)
  const { data: names } = useQuery(campaignNamesQuery(businessId))
  const { data: settings } = useQuery({ ...settingsQuery(businessId), enabled: canManage })
  const { set, move } = useEditWeek({ businessId, week, onConflict: ask })
  const { campaign } = search
  const { people } = grid
  const { shown: rows, always } = rowsOf(people, shown, { campaign, added })
  const holes = holesIn(shown, campaign)
  const coverage = shown.coverage.filter((one) => !campaign || one.campaignId === campaign)
  const nameOf = (campaignId: string) => names?.campaigns.find(({ _id }) => _id === campaignId)?.name ?? ''
  const assign = ({ userId, days }: PersonRow, { day, ...of }: Hole) => {
    const ofDay = days.find((one) => one.day === day)
    if (ofDay) void set({ userId, day }, withShift(plannedOn(ofDay), holeRange({ day, ...of })))
  }
  const decide = swaps.filter(({ can }) => can.approve || can.accept || can.decline)
  const common = { week, coverage, people, holes, nameOf, onHole: canManage ? showHole : undefined }
  const seen = { rows, swaps, closedDays: shown.closedDays }
  const ofAsked = asked && rows.find(({ userId }) => userId === asked.userId)
  return (
    <Page
      flush
      title={t('team.title')}
      context={t('team.text')}
      beside={<WeekState week={shown} />}
      actions={canManage && <WeekActions {...{ week: shown, holes, nameOf }} />}
    >
      <WeekBar
        week={week}
        onWeek={(chosen) => onSearch({ week: chosen, day: undefined })}
        campaigns={names?.campaigns ?? []}
        campaign={campaign}
        onCampaign={(chosen) => onSearch({ campaign: chosen })}
      />
      <div className={classes.content}>
        <div className={classes.main}>
          {rows.length === 0 ? (
            <EmptyState icon={<IconUsersGroup />} title={t('team.empty')} text={t('team.emptyText')} />
          ) : isNarrow ? (
            <DayView
              {...common}
              {...seen}
              day={dayIn(week, search.day)}
              onDay={(day) => onSearch({ day })}
              onOpen={canManage ? ask : undefined}
            />
          ) : (
            <TeamGrid
              // What was cut in another week is not pasted here.
              key={week}
              {...seen}
              restDays={restDaysIn(shown)}
              week={week}
              acts={
                canManage
                  ? { onOpen: ask, onSet: (at, shifts) => void set(at, shifts), onMove: (moved) => void move(moved) }
                  : undefined
              }
            >
              <CoverageRows {...common} />
            </TeamGrid>
          )}
          {canManage && !isNarrow && rows.length > 0 && <p className={classes.hint}>{t('grid.hint')}</p>}
          {always.length > 0 && <Always people={always} onAdd={canManage ? (id) => add([...added, id]) : undefined} />}
        </div>
        <SidePanel
          {...{ week: shown, rows, holes, nameOf, canManage }}
          swaps={decide}
          approved={swaps.filter(({ can }) => can.undo)}
          onAssign={assign}
          onHole={showHole}
        />
      </div>
      <Suspense>
        {asked && ofAsked && (
          <CellDialog
            key={`${asked.userId} ${asked.day} ${asked.mine !== undefined}`}
            asked={asked}
            row={ofAsked}
            templates={settings?.settings.templates ?? []}
            onSave={(shifts) => {
              ask(null)
              void set(asked, shifts)
            }}
            onClose={() => ask(null)}
          />
        )}
        {hole && (
          <HoleDialog
            {...{ hole, rows }}
            campaign={nameOf(hole.campaignId)}
            onAssign={assign}
            onClose={() => showHole(null)}
          />
        )}
      </Suspense>
    </Page>
  )
}

/** The chosen day, else today, else the first of the week. */
function dayIn(week: string, chosen: string | undefined) {
  const isIn = (day: string) => firstOfWeek(day) === week
  const today = dayOf(new Date())
  if (chosen && isIn(chosen)) return chosen
  return isIn(today) ? today : plusDays(week, 0)
}

type AlwaysProps = { people: readonly GridPerson[]; onAdd: ((userId: string) => void) | undefined }
/** People without shifts. */
function Always({ people, onAdd }: AlwaysProps) {
  const { t } = useTranslation('shifts')
  return (
    <section className={classes.always} aria-label={t('always.title')}>
      <span>{t('always.title')}</span>
      <ul className={classes.names}>
        {people.map(({ _id, name }) => (
          <li key={_id}>
            {onAdd ? (
              <UnstyledButton
                className={classes.add}
                aria-label={t('always.add', { name })}
                title={t('always.add', { name })}
                onClick={() => onAdd(_id)}
              >
                <UserText>{name}</UserText>
              </UnstyledButton>
            ) : (
              <UserText>{name}</UserText>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
