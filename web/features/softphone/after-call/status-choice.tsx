import { NativeSelect, TextInput, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { LOST_REASON_MAX } from '#contract/leads/leads.ts'
import { StatusGlyph } from '../../../shared/status-glyph.tsx'
import { isAmount } from '../../../ui/display/amount.ts'
import classes from './after-call.module.css'
import type { CallNotes } from './kept-calls.ts'
import { type NamedStatus, statusChips } from './status-chips.ts'

type Props = {
  statuses: readonly NamedStatus[]
  /** The status that the lead has. */
  current: string
  notes: Pick<CallNotes, 'statusId' | 'lostReason' | 'amount'>
  onChange: (notes: Partial<CallNotes>) => void
}

/** The lead's new status: one of three, or any of its campaign; and what that status asks. */
export function StatusChoice({ statuses, current, notes, onChange }: Props) {
  const { t } = useTranslation('softphone')
  const chips = statusChips(statuses, current)
  const more = statuses.filter((status) => status._id !== current && !chips.includes(status))
  const chosen = statuses.find(({ _id }) => _id === notes.statusId)
  const isMore = more.some(({ _id }) => _id === notes.statusId)
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t('after.status')}</legend>
      <div className={classes.chips}>
        {chips.map(({ _id, name, hue, type, part }) => (
          <UnstyledButton
            key={_id}
            className={classes.chip}
            data-hue={hue}
            aria-pressed={notes.statusId === _id}
            onClick={() => onChange({ statusId: notes.statusId === _id ? null : _id })}
          >
            <StatusGlyph type={type} part={part} />
            <bdi>{name}</bdi>
          </UnstyledButton>
        ))}
        {more.length > 0 && (
          <NativeSelect
            className={classes.more}
            aria-label={t('after.otherStatus')}
            data-chosen={isMore || undefined}
            value={isMore ? (notes.statusId ?? '') : ''}
            data={[
              { value: '', label: t('after.otherStatus') },
              ...more.map(({ _id, name }) => ({ value: _id, label: name })),
            ]}
            onChange={({ currentTarget }) => onChange({ statusId: currentTarget.value || null })}
          />
        )}
      </div>
      {chosen?.asks === 'lost_reason' && (
        <TextInput
          aria-label={t('after.lostReason')}
          placeholder={t('after.lostReason')}
          dir="auto"
          maxLength={LOST_REASON_MAX}
          value={notes.lostReason}
          onChange={({ currentTarget }) => onChange({ lostReason: currentTarget.value })}
        />
      )}
      {chosen?.asks === 'sale_amount' && (
        <div dir="ltr">
          <TextInput
            inputMode="decimal"
            leftSection="₪"
            aria-label={t('after.amount')}
            placeholder={t('after.amount')}
            error={!isAmount(notes.amount)}
            value={notes.amount}
            onChange={({ currentTarget }) => onChange({ amount: currentTarget.value })}
          />
        </div>
      )}
    </fieldset>
  )
}
