import { Button, Group, Textarea } from '@mantine/core'
import { IconAntenna, IconClipboard } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LeadSource } from '#contract/lead-sources/lead-sources.ts'
import { formatDateTime } from '../../lib/i18n/format.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { useCapture, usePaste } from './lead-sources.api.ts'
import classes from './lead-sources.module.css'

/** Takes the next request as the sample, or a pasted one. */
export function SampleBox({ source, sampleAt }: { source: LeadSource; sampleAt: string | undefined }) {
  const { t } = useTranslation('lead-sources')
  const { businessId } = useBusiness()
  const capture = useCapture(businessId)
  const [isPasting, setPasting] = useState(false)
  const isWaiting = source.capturesUntil !== null
  return (
    <>
      {sampleAt && !isWaiting && <p className={classes.second}>{t('sample.at', { time: formatDateTime(sampleAt) })}</p>}
      {isWaiting && <p role="status">{t('sample.waiting', { time: formatDateTime(source.capturesUntil ?? '') })}</p>}
      <Group gap="xs">
        <Button
          variant={sampleAt ? 'default' : 'filled'}
          loading={capture.isPending || isWaiting}
          leftSection={<IconAntenna size={16} stroke={1.75} aria-hidden />}
          onClick={() => capture.mutate(source._id)}
        >
          {t('sample.capture')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconClipboard size={16} stroke={1.75} aria-hidden />}
          onClick={() => setPasting(!isPasting)}
        >
          {t('sample.paste')}
        </Button>
      </Group>
      {isPasting && <Paste id={source._id} onDone={() => setPasting(false)} />}
    </>
  )
}

function Paste({ id, onDone }: { id: string; onDone: () => void }) {
  const { t } = useTranslation('lead-sources')
  const { businessId } = useBusiness()
  const paste = usePaste(businessId)
  const [text, setText] = useState('')
  return (
    <>
      <Textarea
        label={t('sample.text')}
        autosize
        minRows={4}
        maxRows={12}
        dir="auto"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Group>
        <Button
          disabled={!text.trim()}
          loading={paste.isPending}
          onClick={() => paste.mutate({ id, text }, { onSuccess: onDone })}
        >
          {t('sample.use')}
        </Button>
      </Group>
    </>
  )
}
