import { Button, Popover } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { partsOf, type Where, type WhereGroup, type WhereRule } from '#contract/leads/lead-where.ts'
import { FilterChip } from '../../../ui/list/filter-chip.tsx'
import { useRuleText, useWhereFields } from './use-where-texts.ts'
import classes from './where.module.css'
import { draftOf, hasRoom, isRule, parseDraft } from './where-draft.ts'
import { WhereGroupFields } from './where-group.tsx'
import { WhereRuleRow } from './where-rule-row.tsx'
import { fitsInAddress, formatWhere } from './where-text.ts'

type Part = WhereRule | WhereGroup
type Props = { businessId: string; where: Where; onChange: (where: Where | null) => void }

/** Conditions as chips. A chip opens its fields; "or" stands between the chips. */
export function WhereChips({ businessId, where, onChange }: Props) {
  const { t } = useTranslation('leads')
  const { isAll, parts } = partsOf<Part>(where)
  const put = (at: number, part: Part | null) => {
    const left = part ? parts.with(at, part) : parts.toSpliced(at, 1)
    onChange(left.length === 0 ? null : isAll ? { all: left } : { any: left })
  }
  return (
    <fieldset className={classes.chips} aria-label={t('where.title')}>
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two conditions may be equal, so their content cannot be the key.
        <span key={`${at} ${keyOf(part)}`} className={classes.chips}>
          {at > 0 && !isAll && <span className={classes.join}>{t('where.or')}</span>}
          <PartChip businessId={businessId} part={part} onChange={(next) => put(at, next)} />
        </span>
      ))}
    </fieldset>
  )
}

const keyOf = (part: Part) => formatWhere('field' in part ? { all: [part] } : part)

/** Text of a chip: a rule in words; for a group its fields and how they are joined. */
function useChipText(businessId: string) {
  const { t } = useTranslation('leads')
  const { nameOf: fieldName } = useWhereFields(businessId)
  const ruleText = useRuleText(businessId)
  return (part: Part) => {
    if ('field' in part) return { label: fieldName(part.field), value: ruleText(part) }
    const { isAll, parts } = partsOf(part)
    const fields = [...new Set(parts.map(({ field }) => fieldName(field)))].join(', ')
    return { label: isAll ? t('where.all') : t('where.any'), value: fields }
  }
}

type PartProps = { businessId: string; part: Part; onChange: (part: Part | null) => void }

function PartChip({ businessId, part, onChange }: PartProps) {
  const [isOpen, setOpen] = useState(false)
  const { label, value } = useChipText(businessId)(part)
  return (
    <Popover position="bottom-start" opened={isOpen} onChange={setOpen} trapFocus returnFocus>
      <Popover.Target>
        <FilterChip label={label} value={value} onClear={() => onChange(null)} onClick={() => setOpen(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown className={classes.panel} aria-label={label}>
        <PartFields {...{ businessId, part, onChange }} />
      </Popover.Dropdown>
    </Popover>
  )
}

function PartFields({ businessId, part, onChange }: PartProps) {
  const { t } = useTranslation('leads')
  const [draft, setDraft] = useState(() => draftOf('field' in part ? { all: [part] } : part))
  const [only] = draft.parts
  const ready = parseDraft(draft)
  const next = ready && ('field' in part ? partsOf<Part>(ready).parts[0] : (ready as WhereGroup))
  const isReady = ready === null || (next !== undefined && fitsInAddress(ready as Where))
  return (
    <form
      className={classes.part}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) onChange(next ?? null)
      }}
    >
      {'field' in part && only && isRule(only) ? (
        <WhereRuleRow businessId={businessId} rule={only} onChange={(rule) => setDraft({ ...draft, parts: [rule] })} />
      ) : (
        <WhereGroupFields businessId={businessId} group={draft} onChange={setDraft} hasRoom={hasRoom(draft)} isInner />
      )}
      <Button type="submit" size="xs" disabled={!isReady}>
        {t('where.apply')}
      </Button>
    </form>
  )
}
