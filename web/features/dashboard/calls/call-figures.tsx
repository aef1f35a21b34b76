import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallStatus as Status } from '#contract/calls/call-statuses.ts'
import type { CallFigures as Calls } from '#contract/dashboard.ts'
import { formatNumber, formatPercent } from '../../../lib/i18n/format.ts'
import { paths } from '../../../lib/paths.ts'
import type { SearchText } from '../../../lib/search.ts'
import { CallStatus } from '../../../shared/call-status.tsx'
import { Clock } from '../../../ui/display/clock.tsx'
import { BarList } from '../bar-list.tsx'
import type { Better } from '../change-mark.tsx'
import { countOf, Tiles } from '../figure-tiles.tsx'
import figures from '../figures.module.css'

type Props = { calls: Calls; businessId: string; campaignId: string | null; period: SearchText }
/** `children`: the map of hours. `returns`: what became of the missed calls. */
type FiguresProps = Props & { returns?: ReactNode; children?: ReactNode }

type Look = { hue: string; better: Better }
/** For other statuses, neither more nor fewer is an improvement. */
const OTHER: Look = { hue: 'slate', better: 'neither' }
const looks: Partial<Record<Status, Look>> = {
  Answered: { hue: 'green', better: 'more' },
  'Not Answered': { hue: 'red', better: 'less' },
  Busy: { hue: 'amber', better: 'less' },
  'Caller Canceled': { hue: 'red', better: 'less' },
}
/** Figures are of incoming calls: outgoing ones are answered, or not, by the people whom members call. */
const INCOMING: SearchText = { direction: 'inbound' }
const ANSWERED: SearchText = { ...INCOMING, status: 'Answered' }

/** Call figures of the period, each linked to the calls that it counts. */
export function CallFigures({ calls, businessId, campaignId, period, returns, children }: FiguresProps) {
  const { t } = useTranslation('dashboard')
  const to = paths.calls(businessId, campaignId)
  // Of one person, those that the person answered; of all that rang there, a colleague may have answered some.
  const answered = { ...ANSWERED, ...(period.rang && { answeredBy: period.rang }) }
  const percent = (part: number) => <bdi dir="ltr">{formatPercent(part)}</bdi>
  const clock = (seconds: number) => <Clock seconds={seconds} />
  return (
    <>
      <Tiles
        label={t('calls')}
        to={to}
        period={period}
        tiles={[
          { name: 'calls', figure: countOf(calls.total), show: formatNumber, search: INCOMING },
          { name: 'callsAnswered', figure: calls.answeredShare, show: percent, search: answered },
          {
            name: 'callsMissed',
            figure: countOf(calls.missed),
            show: formatNumber,
            search: { missed: 'true' },
            better: 'less',
          },
          { name: 'callsWait', figure: calls.averageWait, show: clock, search: answered, better: 'less' },
        ]}
      />
      {returns}
      <div className={figures.row} {...(children && { 'data-shape': 'chart' })}>
        {children}
        <BarList
          title={t('callsByStatus')}
          name="callStatus"
          all={calls.total.total}
          rows={calls.statuses.map(({ status, ...count }) => ({
            ...count,
            ...(looks[status] ?? OTHER),
            key: status,
            label: <CallStatus status={status} state="ended" />,
            to,
            search: { ...period, ...INCOMING, status },
          }))}
        />
      </div>
    </>
  )
}
