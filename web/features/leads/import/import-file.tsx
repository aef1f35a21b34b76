import { Button, Text } from '@mantine/core'
import { IconFileSpreadsheet, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type DragEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IMPORT_DAYS, type LeadImport } from '#contract/leads/sheets/lead-import.ts'
import { formatNumber } from '../../../lib/i18n/format.ts'
import { RelativeTime } from '../../../ui/display/relative-time.tsx'
import { UserText } from '../../../ui/display/user-text.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import classes from './import.module.css'
import { importsQuery, useImportActs } from './imports.api.ts'

type Props = { businessId: string; settingsOf: string | undefined; onOpen: (id: string) => void }

/** A file to import, and the imports of the last days. */
export function ImportFile({ businessId, settingsOf, onOpen }: Props) {
  const { t } = useTranslation('lead-sheets')
  const { upload } = useImportActs(businessId)
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const take = (file: File | undefined) => {
    if (file && !upload.isPending)
      upload.mutate({ file, settingsOf }, { onSuccess: ({ import: one }) => onOpen(one._id) })
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  return (
    <div className={classes.file}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same. */}
      <div
        className={classes.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <IconFileSpreadsheet size={40} stroke={1.25} aria-hidden />
        <Text fw={500}>{t('import.drop')}</Text>
        <Text c="var(--ink-3)" fz="sm">
          {t('import.kinds')}
        </Text>
        {settingsOf && <Text fz="sm">{t('import.sameSettings')}</Text>}
        <Button
          leftSection={<IconUpload stroke={1.75} aria-hidden />}
          loading={upload.isPending}
          onClick={() => input.current?.click()}
        >
          {t('import.choose')}
        </Button>
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,.xlsx"
          hidden
          aria-label={t('import.choose')}
          onChange={({ currentTarget }) => {
            take(currentTarget.files?.[0])
            currentTarget.value = ''
          }}
        />
      </div>
      <History businessId={businessId} onOpen={onOpen} />
    </div>
  )
}

function History({ businessId, onOpen }: Pick<Props, 'businessId' | 'onOpen'>) {
  const { t } = useTranslation('lead-sheets')
  const { data } = useQuery(importsQuery(businessId))
  if (!data) return null
  if (data.imports.length === 0)
    return (
      <EmptyState
        icon={<IconFileSpreadsheet />}
        title={t('import.noHistory')}
        text={t('import.noHistoryText', { count: IMPORT_DAYS })}
      />
    )
  return (
    <section aria-label={t('import.history')}>
      <h2 className={classes.heading}>{t('import.history')}</h2>
      <ul className={classes.rows}>
        {data.imports.map((one) => (
          <li key={one._id}>
            <button type="button" className={classes.past} onClick={() => onOpen(one._id)}>
              <span className={classes.pastName}>
                <bdi>{one.name}</bdi>
                <span className={classes.second}>
                  <UserText>{one.author.name}</UserText> · <RelativeTime at={one.createdAt} />
                </span>
              </span>
              <span className={classes.second}>
                <Outcome file={one} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Outcome({ file }: { file: LeadImport }) {
  const { t } = useTranslation('lead-sheets')
  const { state, isUndone, counts, rows } = file
  if (isUndone) return t('import.states.undone')
  if (state !== 'done') return t(`import.states.${state}`)
  return t('import.outcome', { done: formatNumber(counts.create + counts.update), total: formatNumber(rows) })
}
