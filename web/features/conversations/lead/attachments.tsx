import { Anchor } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { MessageAttachment } from '#contract/leads/conversations/message-shapes.ts'
import { formatBytes } from '../../../lib/i18n/format.ts'
import { link, useSearchText } from '../../../lib/search.ts'
import { UserText } from '../../../ui/display/user-text.tsx'
import classes from './lead-conversation.module.css'

/** Files that came with a mail. Those that were kept open on the tab of the files; of others it says why they were not. */
export function Attachments({ attachments }: { attachments: readonly MessageAttachment[] }) {
  const { t } = useTranslation('conversations')
  const search = useSearchText()
  return (
    <ul className={classes.attachments} aria-label={t('attachments')}>
      {attachments.map(({ fileId, name, bytes, refusal }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
        <li key={place}>
          <IconPaperclip size={16} stroke={1.75} aria-hidden />
          {fileId ? (
            <Anchor component={Link} {...link('.', { ...search, tab: 'files', file: fileId })} fz="inherit">
              <UserText>{name}</UserText>
            </Anchor>
          ) : (
            <UserText>{name}</UserText>
          )}
          <span className={classes.hint}>{refusal ? t(`notKept.${refusal}`) : formatBytes(bytes)}</span>
        </li>
      ))}
    </ul>
  )
}
