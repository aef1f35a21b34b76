import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { HistoryItem } from '#contract/leads/history/lead-history.ts'
import { link, useSearchText } from '../../../lib/search.ts'
import { UserText } from '../../../ui/display/user-text.tsx'

/** The name of the file that an event is about; while it is there, it opens on the tab of the files. */
export function FileSaid({ file: { _id, name, isThere } }: { file: NonNullable<HistoryItem['file']> }) {
  const { t } = useTranslation('leads')
  const search = useSearchText()
  if (!name) return <span>{t('history.textErased')}</span>
  if (!isThere) return <UserText>{name}</UserText>
  return (
    <Anchor component={Link} {...link('.', { ...search, tab: 'files', file: _id })} fz="inherit">
      <UserText>{name}</UserText>
    </Anchor>
  )
}
