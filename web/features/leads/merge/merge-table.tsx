import { Button } from '@mantine/core'
import { IconStar } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Lead } from '#contract/leads/leads.ts'
import { formatDay } from '../../../lib/i18n/format.ts'
import { nameOf } from '../../../shared/own-fields/own-fields.ts'
import { UserText } from '../../../ui/display/user-text.tsx'
import { LeadTags } from '../fields/lead-tags.tsx'
import type { LocalizedStatus } from '../status/use-statuses.ts'
import classes from './merge.module.css'
import { type Choices, isEqual, type MergeRow, winnerOf } from './merge-rules.ts'
import { MergeValue } from './merge-value.tsx'

export type MergeState = {
  leads: readonly Lead[]
  rows: readonly MergeRow[]
  kept: Lead
  choices: Choices
  withoutTags: ReadonlySet<string>
  statuses: readonly LocalizedStatus[]
}
type Props = MergeState & {
  onKeep: (leadId: string) => void
  onChoose: (field: string, leadId: string) => void
  onTags: (leadId: string) => void
}

/** The leads side by side; on narrow screens each field is a card with its candidates below each other. */
export function MergeTable({ leads, rows, kept, choices, withoutTags, statuses, onKeep, onChoose, onTags }: Props) {
  const { t } = useTranslation('duplicates')
  const label = useRowLabel()
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-label={t('compare')}>
        <thead>
          <tr>
            <th scope="col" className={classes.field}>
              {t('field')}
            </th>
            {leads.map((lead, at) => (
              <LeadHead key={lead._id} {...{ lead, at }} isKept={lead === kept} onKeep={() => onKeep(lead._id)} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const winner = winnerOf(row, leads, { kept, choices })
            return (
              <tr key={row.name} data-equal={isEqual(leads, row) || undefined}>
                <th scope="row" className={classes.field}>
                  {label(row)}
                </th>
                {leads.map((lead) => (
                  <td key={lead._id} data-chosen={lead === winner || undefined}>
                    <label className={classes.choice}>
                      <input
                        type="radio"
                        name={`merge-${row.name}`}
                        checked={lead === winner}
                        onChange={() => onChoose(row.name, lead._id)}
                      />
                      <MergeValue {...{ lead, row, statuses }} />
                    </label>
                  </td>
                ))}
              </tr>
            )
          })}
          {leads.some(({ tags }) => tags.length > 0) && (
            <tr>
              <th scope="row" className={classes.field}>
                {t('tags')}
              </th>
              {leads.map(({ _id, tags }) => (
                <td key={_id} data-chosen={(tags.length > 0 && !withoutTags.has(_id)) || undefined}>
                  {tags.length === 0 ? (
                    <span className={classes.choice}>–</span>
                  ) : (
                    <label className={classes.choice}>
                      <input type="checkbox" checked={!withoutTags.has(_id)} onChange={() => onTags(_id)} />
                      <LeadTags tags={tags} all />
                    </label>
                  )}
                </td>
              ))}
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}

export function useRowLabel() {
  const { t } = useTranslation('duplicates')
  return ({ name, own }: MergeRow) => (own ? nameOf(own) : t(`fields.${name}`))
}

type HeadProps = { lead: Lead; at: number; isKept: boolean; onKeep: () => void }
function LeadHead({ lead, at, isKept, onKeep }: HeadProps) {
  const { t } = useTranslation('duplicates')
  return (
    <th scope="col" className={classes.head}>
      <span className={classes.name}>
        <Mark at={at} />
        <UserText>{lead.name || t('nameless')}</UserText>
      </span>
      <span className={classes.second}>
        <UserText>{lead.campaignName}</UserText> · <time dateTime={lead.date}>{formatDay(lead.date)}</time>
      </span>
      {isKept ? (
        <span className={classes.kept}>
          <IconStar size={16} stroke={1.75} aria-hidden />
          {t('kept')}
        </span>
      ) : (
        <Button variant="subtle" size="xs" className={classes.keep} onClick={onKeep}>
          {t('keep')}
        </Button>
      )}
    </th>
  )
}

const hues = ['sky', 'violet', 'teal', 'amber', 'pink'] as const
/** The number of a lead, as its items in the history show it. */
export const Mark = ({ at }: { at: number }) => (
  <span className={classes.mark} data-hue={hues[at]}>
    {at + 1}
  </span>
)
