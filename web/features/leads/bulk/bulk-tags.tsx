import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TagsField } from '../fields/tags-field.tsx'

type Tags = { add?: string[]; remove?: string[] }

/** Tags to add to and to remove from the selected leads. */
export function BulkTags({ businessId, onApply }: { businessId: string; onApply: (tags: Tags) => void }) {
  const { t } = useTranslation('leads')
  const [add, setAdd] = useState<string[]>([])
  const [remove, setRemove] = useState<string[]>([])
  const isEmpty = add.length === 0 && remove.length === 0
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!isEmpty) onApply({ ...(add.length > 0 && { add }), ...(remove.length > 0 && { remove }) })
      }}
    >
      <Stack gap="sm">
        <TagsField businessId={businessId} tags={add} onChange={setAdd} label={t('tagsToAdd')} />
        <TagsField businessId={businessId} tags={remove} onChange={setRemove} label={t('tagsToRemove')} />
        <Button type="submit" size="xs" disabled={isEmpty}>
          {t('where.apply')}
        </Button>
      </Stack>
    </form>
  )
}
