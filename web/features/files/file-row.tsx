import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { LeadFile } from '#contract/files/files.ts'
import { formatBytes } from '../../lib/i18n/format.ts'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { UserText } from '../../ui/display/user-text.tsx'
import classes from './files.module.css'
import { kindIcons } from './kind-icons.ts'

type Props = { file: LeadFile; onOpen: () => void; onDownload: () => void; onDelete: (() => void) | undefined }

export function FileRow({ file, onOpen, onDownload, onDelete }: Props) {
  const { t } = useTranslation('files')
  const { name, bytes, by, createdAt, preview } = file
  const problem = preview === 'too_large' || preview === 'broken'
  return (
    <li className={classes.row}>
      <UnstyledButton className={classes.open} onClick={onOpen}>
        <FileMark file={file} />
        <span className={classes.words}>
          <span>
            <UserText>{name}</UserText>
          </span>
          <span className={classes.second}>
            {formatBytes(bytes)} · <bdi>{by ? by.name : t('byLead')}</bdi> · <RelativeTime at={createdAt} />
          </span>
          {problem && <span className={classes.second}>{t(`noPreview.${preview}`)}</span>}
        </span>
      </UnstyledButton>
      <ActionIcon variant="subtle" size="xl" aria-label={t('download', { name })} onClick={onDownload}>
        <IconDownload size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
      {onDelete && (
        <ActionIcon variant="subtle" size="xl" aria-label={t('delete', { name })} onClick={onDelete}>
          <IconTrash size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
    </li>
  )
}

/** The small picture of a file, else an icon of its kind. */
function FileMark({ file: { thumbnail, kind } }: { file: LeadFile }) {
  const Icon = kindIcons[kind]
  return (
    <span className={classes.mark}>
      {thumbnail ? <img src={thumbnail} alt="" loading="lazy" /> : <Icon size={24} stroke={1.5} aria-hidden />}
    </span>
  )
}
