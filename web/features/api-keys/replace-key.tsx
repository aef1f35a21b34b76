import { Button, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApiKey, KEY_OVERLAP_HOURS, KEY_OVERLAP_MAX } from '#contract/auth/api-keys.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { DialogFoot } from '../../ui/layout/dialog-foot.tsx'
import { useRotateApiKey } from './api-keys.api.ts'
import type { MadeKey } from './shown-once.tsx'

const overlaps = [
  { hours: 0, name: 'none' },
  { hours: KEY_OVERLAP_HOURS, name: 'day' },
  { hours: KEY_OVERLAP_MAX, name: 'week' },
] as const

type Props = { apiKey: ApiKey; onMade: (made: MadeKey) => void; onCancel: () => void }

/** Asks how long the present key is still accepted, then replaces it. */
export function ReplaceKey({ apiKey, onMade, onCancel }: Props) {
  const { t } = useTranslation('api-keys')
  const { businessId } = useBusiness()
  const rotate = useRotateApiKey(businessId, apiKey._id)
  const [hours, setHours] = useState<number>(KEY_OVERLAP_HOURS)
  return (
    <Stack>
      <Radio.Group
        label={t('replace.until')}
        description={t('replace.text')}
        value={String(hours)}
        onChange={(value) => setHours(Number(value))}
      >
        <Stack gap="xs" mt="xs">
          {overlaps.map((overlap) => (
            <Radio key={overlap.name} value={String(overlap.hours)} label={t(`replace.overlaps.${overlap.name}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <DialogFoot onCancel={onCancel}>
        <Button loading={rotate.isPending} onClick={() => rotate.mutate(hours, { onSuccess: onMade })}>
          {t('replace.submit')}
        </Button>
      </DialogFoot>
    </Stack>
  )
}
