import { TagsInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { TAG_MAX, TAGS_MAX, tagKey } from '#contract/leads/tags.ts'
import { tagsQuery } from '../leads.api.ts'

type Props = {
  businessId: string
  tags: readonly string[]
  onChange: (tags: string[]) => void
  /** Without it the field has a name for screen readers only. */
  label?: string
  /** Class of the field on a page; absent if it is the only field of a panel. */
  className?: string
  /** The field has lost the focus, or Escape was pressed. */
  onLeave?: () => void
}

const SUGGESTIONS_MAX = 50

/** Tags input with the tags in use as suggestions; each change is saved at once. */
export function TagsField({ businessId, tags, onChange, label, className, onLeave }: Props) {
  const { t } = useTranslation('leads')
  const { data } = useQuery(tagsQuery(businessId))
  return (
    <TagsInput
      data={data?.tags ?? []}
      limit={SUGGESTIONS_MAX}
      value={[...tags]}
      onChange={(next) => onChange(next.map((tag) => tag.trim()).filter(Boolean))}
      {...(label ? { label } : { 'aria-label': t('columns.tags'), 'data-autofocus': !className })}
      {...(className && { className })}
      {...(onLeave && {
        autoFocus: true,
        onBlur: onLeave,
        onKeyDown: ({ key }) => key === 'Escape' && onLeave(),
      })}
      placeholder={tags.length < TAGS_MAX ? t('addTag') : ''}
      maxTags={TAGS_MAX}
      maxLength={TAG_MAX}
      splitChars={[',']}
      acceptValueOnBlur
      isDuplicate={(value, current) => current.some((tag) => tagKey(tag) === tagKey(value.trim()))}
      comboboxProps={{ withinPortal: className !== undefined }}
    />
  )
}
