import { IconPaperclip } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { id } from '#contract/common.ts'
import type { LeadFile } from '#contract/files/files.ts'
import { formatBytes } from '../../lib/i18n/format.ts'
import { lazily } from '../../lib/lazy.ts'
import { useLiveInvalidate } from '../../lib/live-list.ts'
import { useSearchState } from '../../lib/search.ts'
import { useOpened } from '../../lib/use-opened.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { AddFiles } from './add-files.tsx'
import { FileRow } from './file-row.tsx'
import { fileKeys, filesQuery, useDeleteFile, useDownload } from './files.api.ts'
import classes from './files.module.css'
import { UploadRow } from './upload-row.tsx'
import { addUploads, useUploads } from './uploads.ts'

const FilePreview = lazily(() => import('./preview/file-preview.tsx'), 'FilePreview')
const Opened = z.object({ file: id.optional().catch(undefined) })
type Props = { businessId: string; leadId: string }

/** The files of a lead, newest first, updated live, and those on their way to it. */
export function LeadFiles({ businessId, leadId }: Props) {
  const { t } = useTranslation('files')
  const client = useQueryClient()
  const [{ file: opened }] = useSearchState(Opened)
  const preview = useOpened('file', opened)
  const uploads = useUploads().filter((one) => one.leadId === leadId)
  const queryKey = fileKeys.ofLead(businessId, leadId)
  const { data, error, refetch } = useQuery(filesQuery(businessId, leadId))
  const remove = useDeleteFile({ businessId, leadId })
  const download = useDownload()
  useLiveInvalidate({ businessId, topics: ['file'], concerns: (event) => event.leadId === leadId }, [queryKey])
  if (!data)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={5} columns={2} />
  const { files, used, mayAdd } = data
  const add = (chosen: readonly File[]) =>
    addUploads({ businessId, leadId, onAdded: () => void client.invalidateQueries({ queryKey }) }, chosen)
  const show = (file: LeadFile) =>
    file.preview === 'image' || file.preview === 'pdf' ? preview.open(file._id) : download.mutate(file)
  const isEmpty = files.length === 0 && uploads.length === 0
  return (
    <AddFiles onAdd={mayAdd ? add : undefined}>
      {isEmpty && (
        <EmptyState icon={<IconPaperclip />} title={t('none')} text={t(mayAdd ? 'noneText' : 'noneReadText')} />
      )}
      {uploads.length > 0 && (
        <ul className={classes.rows} aria-label={t('uploading')}>
          {uploads.map((upload) => (
            <UploadRow key={upload.id} upload={upload} />
          ))}
        </ul>
      )}
      {files.length > 0 && (
        <ul className={classes.rows} aria-label={t('title')}>
          {files.map((file) => (
            <FileRow
              key={file._id}
              file={file}
              onOpen={() => show(file)}
              onDownload={() => download.mutate(file)}
              onDelete={file.mayDelete ? () => remove.mutate(file) : undefined}
            />
          ))}
        </ul>
      )}
      <p className={classes.used}>{t('used', { bytes: formatBytes(used.bytes), limit: formatBytes(used.limit) })}</p>
      <Suspense>
        {opened && <FilePreview {...{ businessId, leadId, files }} fileId={opened} preview={preview} />}
      </Suspense>
    </AddFiles>
  )
}
