import { Box, Button } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { type ReactNode, Suspense, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AVATAR_MAX_BYTES, AVATAR_SIDE, avatarTypes } from '#contract/files/avatars.ts'
import { ApiError } from '../../lib/http/call.ts'
import { lazily } from '../../lib/lazy.ts'
import { useModal } from '../../lib/modal-stack.ts'
import { useNarrow } from '../../lib/use-narrow.ts'
import classes from './avatar-upload.module.css'
import { cropPicture, NotAPicture, readPicture, type Square } from './crop-image.ts'

const CropDialog = lazily(() => import('./crop-dialog.tsx'), 'CropDialog')

const MEGABYTE = 1024 * 1024
const isKnownType = (type: string) => avatarTypes.some((known) => known === type)

type Props = {
  /** The current image or its placeholder. */
  children: ReactNode
  hasImage: boolean
  /** People are round, things are square. */
  round?: boolean
  disabled?: boolean
  /** Saves the cropped square; an error is shown in the dialog, which stays open. */
  onUpload: (file: Blob) => Promise<unknown>
}

/** Chooses an image by file dialog or drop, and crops it to a square. */
export function AvatarUpload({ children, hasImage, round = false, disabled = false, onUpload }: Props) {
  const { t } = useTranslation(['images', 'errors'])
  const hintId = useId()
  const input = useRef<HTMLInputElement>(null)
  const isNarrow = useNarrow()
  const dialog = useModal(`crop${hintId}`)
  const [source, setSource] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [isOver, setOver] = useState(false)

  const wordsFor = (error: unknown) => {
    if (error instanceof ApiError) return error.message
    return error instanceof NotAPicture ? t('image_type', { ns: 'errors' }) : t('avatar_failed', { ns: 'errors' })
  }
  const choose = async (files: FileList | null) => {
    setProblem(undefined)
    const [file, second] = files ?? []
    if (!file?.size) return setProblem(t('no_file', { ns: 'errors' }))
    if (second) return setProblem(t('one_file', { ns: 'errors' }))
    if (!isKnownType(file.type)) return setProblem(t('image_type', { ns: 'errors' }))
    if (file.size > AVATAR_MAX_BYTES)
      return setProblem(t('file_too_large', { ns: 'errors', limit: AVATAR_MAX_BYTES / MEGABYTE }))
    try {
      setSource(await readPicture(file))
      dialog.open()
    } catch (error) {
      setProblem(wordsFor(error))
    }
  }
  const send = async (area: Square) => {
    if (!source) return
    setProblem(undefined)
    setBusy(true)
    try {
      await onUpload(await cropPicture(source, area, AVATAR_SIDE))
      dialog.close()
      setSource(undefined)
    } catch (error) {
      setProblem(wordsFor(error))
    } finally {
      setBusy(false)
    }
  }
  const close = () => {
    setProblem(undefined)
    dialog.close()
  }

  return (
    <Box
      className={classes.zone}
      mod={{ over: isOver }}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(!disabled)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        if (!disabled) void choose(event.dataTransfer.files)
      }}
    >
      {children}
      <div className={classes.words}>
        <Button
          variant="default"
          disabled={disabled}
          leftSection={<IconPhoto stroke={1.75} aria-hidden />}
          aria-describedby={hintId}
          onClick={() => input.current?.click()}
        >
          {hasImage ? t('replace') : t('choose')}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept={avatarTypes.join()}
          data-testid="avatar-file"
          onChange={(event) => {
            void choose(event.currentTarget.files)
            event.currentTarget.value = '' // so that the same file can be chosen again
          }}
        />
        <span id={hintId} className={classes.hint}>
          {t('hint', { limit: AVATAR_MAX_BYTES / MEGABYTE })}
        </span>
        {!isNarrow && <span className={classes.hint}>{t('drop')}</span>}
        {!dialog.opened && (
          <span className={classes.problem} role="alert">
            {problem}
          </span>
        )}
      </div>
      {dialog.opened && source && (
        <Suspense>
          <CropDialog
            source={source}
            round={round}
            isBusy={isBusy}
            problem={problem}
            onCrop={(area) => void send(area)}
            onClose={close}
          />
        </Suspense>
      )}
    </Box>
  )
}
