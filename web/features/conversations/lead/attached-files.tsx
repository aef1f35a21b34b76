import { ActionIcon } from '@mantine/core'
import { IconPaperclip, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatBytes } from '../../../lib/i18n/format.ts'
import { UserText } from '../../../ui/display/user-text.tsx'
import classes from './composer.module.css'

/** A file of the lead that is sent along. */
export type AttachedFile = { _id: string; name: string; bytes: number }

type Props = { files: readonly AttachedFile[]; onChange: (files: readonly AttachedFile[]) => void }
/** The files that are sent along. */
export function AttachedFiles({ files, onChange }: Props) {
  const { t } = useTranslation('conversations')
  if (files.length === 0) return null
  return (
    <ul className={classes.files} aria-label={t('attach.chosen')}>
      {files.map(({ _id, name, bytes }) => (
        <li key={_id}>
          <IconPaperclip size={16} stroke={1.75} aria-hidden />
          <UserText>{name}</UserText>
          <span className={classes.hint}>{formatBytes(bytes)}</span>
          <ActionIcon
            size="sm"
            variant="subtle"
            aria-label={t('attach.drop', { name })}
            onClick={() => onChange(files.filter((one) => one._id !== _id))}
          >
            <IconX size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ul>
  )
}
