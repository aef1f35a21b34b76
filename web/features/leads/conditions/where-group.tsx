import { Button, SegmentedControl } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './where.module.css'
import { type DraftGroup, type DraftRule, isRule, newGroup, newRule } from './where-draft.ts'
import { WhereRuleRow } from './where-rule-row.tsx'

type Props = {
  businessId: string
  group: DraftGroup
  onChange: (group: DraftGroup) => void
  /** The maximum of rules is not reached. */
  hasRoom: boolean
  /** Inside another group; it cannot hold a group itself. */
  isInner?: boolean
}

/** Conditions joined by "all" or "any". The outer group may hold one inner group. */
export function WhereGroupFields({ businessId, group, onChange, hasRoom, isInner }: Props) {
  const { t } = useTranslation('leads')
  const { isAll, parts } = group
  const put = (id: string, part: DraftRule | DraftGroup | undefined) =>
    onChange({ ...group, parts: parts.flatMap((one) => (one.id !== id ? [one] : part ? [part] : [])) })
  const add = (part: DraftRule | DraftGroup) => onChange({ ...group, parts: [...parts, part] })
  const mayNest = !isInner && !parts.some((part) => !isRule(part))
  return (
    <fieldset className={classes.group} data-inner={isInner || undefined}>
      <legend className={classes.legend}>{isInner ? t('where.group') : t('where.which')}</legend>
      <SegmentedControl
        size="xs"
        aria-label={t('where.join')}
        data={[
          { value: 'all', label: t('where.all') },
          { value: 'any', label: t('where.any') },
        ]}
        value={isAll ? 'all' : 'any'}
        onChange={(join) => onChange({ ...group, isAll: join === 'all' })}
      />
      {parts.map((part) =>
        isRule(part) ? (
          <WhereRuleRow
            key={part.id}
            businessId={businessId}
            rule={part}
            onChange={(rule) => put(part.id, rule)}
            onRemove={() => put(part.id, undefined)}
          />
        ) : (
          <WhereGroupFields
            key={part.id}
            businessId={businessId}
            group={part}
            hasRoom={hasRoom}
            isInner
            // An empty group is removed.
            onChange={(inner) => put(part.id, inner.parts.length > 0 ? inner : undefined)}
          />
        ),
      )}
      <div className={classes.adds}>
        <Button
          variant="subtle"
          size="xs"
          disabled={!hasRoom}
          leftSection={<IconPlus stroke={2} aria-hidden />}
          onClick={() => add(newRule())}
        >
          {t('where.addRule')}
        </Button>
        {mayNest && (
          <Button
            variant="subtle"
            size="xs"
            disabled={!hasRoom}
            leftSection={<IconPlus stroke={2} aria-hidden />}
            onClick={() => add(newGroup(!isAll))}
          >
            {t('where.addGroup')}
          </Button>
        )}
      </div>
    </fieldset>
  )
}
