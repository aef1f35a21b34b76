import { ActionIcon, Button, Modal } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconDownload, IconFileOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { LeadFile } from '#contract/files/files.ts'
import { ApiError } from '../../../lib/http/call.ts'
import { lazily } from '../../../lib/lazy.ts'
import { useNarrow } from '../../../lib/use-narrow.ts'
import { UserText } from '../../../ui/display/user-text.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Loader } from '../../../ui/feedback/loader.tsx'
import { fileQuery } from '../files.api.ts'
import { kindIcons } from '../kind-icons.ts'
import classes from './preview.module.css'

const PdfPages = lazily(() => import('./pdf-pages.tsx'), 'PdfPages')

type Props = {
  businessId: string
  leadId: string
  /** The list that it was opened from. */
  files: readonly LeadFile[]
  fileId: string
  preview: { open: (id: string) => void; close: () => void }
}

/** A picture or a PDF over the page, with the ones before and after it. */
export function FilePreview({ businessId, leadId, files, fileId, preview }: Props) {
  const { t } = useTranslation('files')
  const { t: common } = useTranslation()
  const isNarrow = useNarrow()
  const { data, error, refetch } = useQuery(fileQuery(businessId, { leadId, _id: fileId }))
  const shown = files.filter((file) => file.preview === 'image' || file.preview === 'pdf')
  const at = shown.findIndex(({ _id }) => _id === fileId)
  const go = (step: number) => {
    const next = at === -1 ? undefined : shown[at + step]
    if (next) preview.open(next._id)
  }
  const isRtl = document.documentElement.dir === 'rtl'
  useHotkeys([
    ['ArrowLeft', () => go(isRtl ? 1 : -1)],
    ['ArrowRight', () => go(isRtl ? -1 : 1)],
  ])
  const isMissing = error instanceof ApiError && error.status === 404
  const name = data?.file.name ?? files.find(({ _id }) => _id === fileId)?.name ?? t('file')
  return (
    <Modal
      opened
      onClose={preview.close}
      fullScreen={isNarrow}
      size="min(1100px, 92vw)"
      title={<UserText cut>{name}</UserText>}
      closeButtonProps={{ 'aria-label': common('close') }}
      classNames={{ body: classes.body ?? '', content: classes.content ?? '' }}
    >
      <div className={classes.shown} data-narrow={isNarrow || undefined}>
        {!data && !error && <Loader />}
        {isMissing && <EmptyState icon={<IconFileOff />} title={t('gone')} text={t('goneText')} />}
        {error && !isMissing && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data && !error && <Content file={data.file} url={data.preview} />}
      </div>
      <div className={classes.foot}>
        <ActionIcon
          variant="subtle"
          size="xl"
          aria-label={t('previous')}
          disabled={at < 1}
          onClick={() => go(-1)}
          className={classes.turned}
        >
          <IconChevronLeft size={20} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          size="xl"
          aria-label={t('next')}
          disabled={at === -1 || at === shown.length - 1}
          onClick={() => go(1)}
          className={classes.turned}
        >
          <IconChevronRight size={20} aria-hidden />
        </ActionIcon>
        <span className={classes.place}>{at !== -1 && <bdi dir="ltr">{`${at + 1} / ${shown.length}`}</bdi>}</span>
        {data && (
          <Button
            component="a"
            href={data.url}
            download=""
            leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
          >
            {t('downloadIt')}
          </Button>
        )}
      </div>
    </Modal>
  )
}

function Content({ file, url }: { file: LeadFile; url: string | null }) {
  const { t } = useTranslation('files')
  if (url && file.preview === 'image') return <img className={classes.picture} src={url} alt={file.name} />
  if (url && file.preview === 'pdf')
    return (
      <Suspense fallback={<Loader />}>
        <PdfPages key={file._id} url={url} />
      </Suspense>
    )
  const Icon = kindIcons[file.kind]
  const why = file.preview === 'too_large' || file.preview === 'broken' ? file.preview : 'none'
  return <EmptyState icon={<Icon />} title={t('noPreviewTitle')} text={t(`noPreview.${why}`)} />
}
