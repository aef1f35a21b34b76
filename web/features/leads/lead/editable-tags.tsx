import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LeadDetails } from '#contract/leads/leads.ts'
import { lazily } from '../../../lib/lazy.ts'
import inline from '../fields/inline-field.module.css'
import { LeadTags } from '../fields/lead-tags.tsx'
import classes from './lead-panels.module.css'
import type { SaveLead } from './use-lead-changes.ts'

const TagsField = lazily(() => import('../fields/tags-field.tsx'), 'TagsField', { soon: true })

type Props = { businessId: string; lead: LeadDetails; save: SaveLead }

/** The tags, which turn into a field when pressed; each change is saved at once. */
export function EditableTags({ businessId, lead: { tags }, save }: Props) {
  const { t } = useTranslation('leads')
  const [isOpen, setOpen] = useState(false)
  const shown = tags.length > 0 ? <LeadTags tags={tags} all /> : <span className={classes.none}>{t('addValue')}</span>
  if (!isOpen)
    return (
      <UnstyledButton className={inline.value} onClick={() => setOpen(true)}>
        {shown}
        <VisuallyHidden>{t('editWhat', { what: t('columns.tags') })}</VisuallyHidden>
      </UnstyledButton>
    )
  return (
    <Suspense fallback={shown}>
      <TagsField
        businessId={businessId}
        tags={tags}
        onChange={(next) => save({ tags: next })}
        onLeave={() => setOpen(false)}
        className={classes.tags ?? ''}
      />
    </Suspense>
  )
}
