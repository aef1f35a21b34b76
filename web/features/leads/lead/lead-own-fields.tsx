import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { Fragment, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldValue, OwnField } from '#contract/lead-fields/own-fields.ts'
import type { LeadDetails } from '#contract/leads/leads.ts'
import { ahead, lazily } from '../../../lib/lazy.ts'
import { fieldsIn, hidesContacts, nameOf, useOwnFields } from '../../../shared/own-fields/own-fields.ts'
import { OwnValue } from '../../../shared/own-fields/own-value.tsx'
import inline from '../fields/inline-field.module.css'
import own from '../fields/own-value.module.css'
import classes from './lead-panels.module.css'
import type { SaveLead } from './use-lead-changes.ts'

/** Loaded with the first value that is edited. */
const editor = () => import('../fields/own-value-editor.tsx')
ahead(editor)
const OwnValueEditor = lazily(editor, 'OwnValueEditor')

type Props = { businessId: string; lead: LeadDetails; canEdit: boolean; save: SaveLead }

/** The business's own fields of the lead, by their headings. */
export function LeadOwnFields({ businessId, lead, canEdit, save }: Props) {
  const { fields } = useOwnFields(businessId)
  const groups = byGroup(fieldsIn(fields, lead.campaignId))
  const can = canEdit && !hidesContacts(lead)
  return groups.map(([heading, group]) => (
    <Fragment key={heading}>
      {heading && (
        <h3 className={own.group} dir="auto">
          {heading}
        </h3>
      )}
      <dl className={classes.facts}>
        {group.map((field) => (
          <OwnFact
            key={field._id}
            field={field}
            value={lead.fields[field.key]}
            can={can}
            onSave={(value) => save({ fields: { [field.key]: value } })}
          />
        ))}
      </dl>
    </Fragment>
  ))
}

/** Fields without a heading first, then the headings in the order of their first field. */
function byGroup(fields: readonly OwnField[]): [string, OwnField[]][] {
  const groups = new Map<string, OwnField[]>()
  for (const field of fields.toSorted((one, other) => Number(one.group !== null) - Number(other.group !== null))) {
    const heading = field.group ? nameOf(field.group) : ''
    groups.set(heading, [...(groups.get(heading) ?? []), field])
  }
  return [...groups]
}

type FactProps = {
  field: OwnField
  value: FieldValue | undefined
  can: boolean
  onSave: (value: FieldValue | null) => void
}

function OwnFact({ field, value, can, onSave }: FactProps) {
  const { t } = useTranslation('leads')
  const { t: common } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const name = nameOf(field)
  const shown = value === undefined ? null : <OwnValue field={field} value={value} />
  const isLink = field.type === 'link' && value !== undefined
  const label = t('editWhat', { what: name })
  const plain = can ? (
    <UnstyledButton
      className={inline.value}
      {...(isLink && { 'aria-label': label, title: label })}
      onClick={() => setOpen(true)}
    >
      {isLink ? common('edit') : (shown ?? <span className={classes.none}>{t('addValue')}</span>)}
      {!isLink && <VisuallyHidden>{label}</VisuallyHidden>}
    </UnstyledButton>
  ) : (
    !isLink && (shown ?? <span className={classes.none}>—</span>)
  )
  return (
    <div className={classes.fact} data-own={field.key}>
      <dt title={field.helpText || undefined}>
        <bdi>{name}</bdi>
      </dt>
      <dd className={field.type === 'long_text' ? own.text : undefined}>
        {isLink && !isOpen && shown}
        {isOpen ? (
          <Suspense fallback={plain}>
            <OwnValueEditor field={field} value={value} onSave={onSave} onClose={() => setOpen(false)} />
          </Suspense>
        ) : (
          plain
        )}
      </dd>
    </div>
  )
}
