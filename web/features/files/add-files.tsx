import { Button } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconCamera, IconUpload } from '@tabler/icons-react'
import { type ChangeEvent, type DragEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FILE_MAX_BYTES } from '#contract/files/terms.ts'
import { formatBytes } from '../../lib/i18n/format.ts'
import { useNarrow } from '../../lib/use-narrow.ts'
import classes from './files.module.css'
import { namedPicture } from './pasted-pictures.ts'

type Props = { onAdd: ((files: readonly File[]) => void) | undefined; children: ReactNode }

/** Takes files by a button, by the phone's camera, by dropping them anywhere on it, and by pasting a picture. */
export function AddFiles({ onAdd, children }: Props) {
  const { t } = useTranslation('files')
  const [isOver, setOver] = useState(false)
  // A file that misses the area would replace the page.
  useWindowEvent('dragover', (event) => event.preventDefault())
  useWindowEvent('drop', (event) => event.preventDefault())
  useWindowEvent('paste', ({ clipboardData }) => {
    const pasted = [...(clipboardData?.files ?? [])]
    if (onAdd && pasted.length > 0) onAdd(pasted.map((file) => namedPicture(file, t('pasted'))))
  })
  const over = (isInside: boolean) => (event: DragEvent) => {
    event.preventDefault()
    if (event.dataTransfer.types.includes('Files')) setOver(isInside)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const files = filesOf(event.dataTransfer)
    if (files.length > 0) onAdd?.(files)
  }
  if (!onAdd) return <div className={classes.area}>{children}</div>
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same.
    <div
      className={classes.area}
      data-over={isOver || undefined}
      onDragOver={over(true)}
      onDragLeave={(event) => {
        if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false)
      }}
      onDrop={drop}
    >
      <Choices onAdd={onAdd} />
      {children}
      {isOver && <div className={classes.over}>{t('dropHere')}</div>}
    </div>
  )
}

function Choices({ onAdd }: { onAdd: (files: readonly File[]) => void }) {
  const { t } = useTranslation('files')
  const isNarrow = useNarrow()
  const [files, camera] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]
  const take = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(currentTarget.files ?? [])]
    // The same file can be chosen again.
    currentTarget.value = ''
    if (chosen.length > 0) onAdd(chosen)
  }
  return (
    <div className={classes.choices}>
      <Button
        variant="default"
        leftSection={<IconUpload size={18} stroke={1.75} aria-hidden />}
        onClick={() => files.current?.click()}
      >
        {t('add')}
      </Button>
      <input ref={files} type="file" multiple hidden aria-label={t('add')} onChange={take} />
      {isNarrow && (
        <>
          <Button
            variant="default"
            leftSection={<IconCamera size={18} stroke={1.75} aria-hidden />}
            onClick={() => camera.current?.click()}
          >
            {t('camera')}
          </Button>
          <input
            ref={camera}
            type="file"
            accept="image/*"
            capture="environment"
            hidden
            aria-label={t('camera')}
            onChange={take}
          />
        </>
      )}
      <span className={classes.hint}>
        {t(isNarrow ? 'hintNarrow' : 'hint', { limit: formatBytes(FILE_MAX_BYTES) })}
      </span>
    </div>
  )
}

/** Dropped files without folders, which cannot be read as files. */
const filesOf = ({ items }: DataTransfer) =>
  [...items].flatMap((item) => {
    const file = item.kind === 'file' && !item.webkitGetAsEntry()?.isDirectory && item.getAsFile()
    return file ? [file] : []
  })
