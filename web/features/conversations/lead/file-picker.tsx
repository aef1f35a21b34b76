import { Button, Checkbox, FileButton, ScrollArea, Stack } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { fileRoutes, type LeadFile } from '#contract/files/files.ts'
import { MAIL_FILES_BYTES, MAIL_FILES_MAX } from '#contract/leads/conversations/conversations.ts'
import { call } from '../../../lib/http/call.ts'
import { newKey } from '../../../lib/http/idempotency-key.ts'
import { formatBytes } from '../../../lib/i18n/format.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import type { AttachedFile } from './attached-files.tsx'
import classes from './composer.module.css'

type Props = {
  businessId: string
  leadId: string
  files: readonly AttachedFile[]
  most?: number | undefined
  onChange: (files: readonly AttachedFile[]) => void
}

/** Chooses files of the lead; one from the device becomes a file of the lead first. */
export function FilePicker({ businessId, leadId, files, most = MAIL_FILES_MAX, onChange }: Props) {
  const { t } = useTranslation('conversations')
  const client = useQueryClient()
  const key = ['files', businessId, leadId] as const
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(fileRoutes.list, { params: { id: leadId } }, { signal }),
    staleTime: 0,
  })
  const add = useMutation({
    mutationFn: ({ file, idempotencyKey }: { file: File; idempotencyKey: string }) =>
      call(fileRoutes.add, { params: { id: leadId }, file }, { idempotencyKey }),
    onSuccess: ({ file }) => choose(file),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
  const isFull = files.length >= most
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  function choose({ _id, name, bytes: size }: Pick<LeadFile, '_id' | 'name' | 'bytes'>) {
    const others = files.filter((one) => one._id !== _id)
    if (others.length < files.length) return onChange(others)
    onChange([...(most === 1 ? [] : files), { _id, name, bytes: size }])
  }
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={3} columns={1} />
  return (
    <Stack gap="sm">
      <ScrollArea.Autosize mah="16rem" type="scroll">
        <Stack gap="xs">
          {data.files.map((file) => (
            <Checkbox
              key={file._id}
              label={<bdi>{file.name}</bdi>}
              description={formatBytes(file.bytes)}
              checked={files.some(({ _id }) => _id === file._id)}
              disabled={most > 1 && isFull && !files.some(({ _id }) => _id === file._id)}
              onChange={() => choose(file)}
            />
          ))}
          {data.files.length === 0 && <p className={classes.hint}>{t('attach.none')}</p>}
        </Stack>
      </ScrollArea.Autosize>
      {bytes > MAIL_FILES_BYTES && (
        <p className={classes.refusal} role="status">
          {t('attach.tooLarge', { most: formatBytes(MAIL_FILES_BYTES) })}
        </p>
      )}
      {data.mayAdd && (
        <FileButton onChange={(file) => file && add.mutate({ file, idempotencyKey: newKey() })}>
          {(button) => (
            <Button
              {...button}
              variant="default"
              loading={add.isPending}
              leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />}
            >
              {t('attach.upload')}
            </Button>
          )}
        </FileButton>
      )}
    </Stack>
  )
}
