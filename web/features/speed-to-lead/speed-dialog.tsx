import { Alert, Button, Checkbox, Modal, NumberInput, Stack, Switch } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type CampaignSpeed,
  RING_SECONDS_MAX,
  RING_SECONDS_MIN,
  RUNG_PEOPLE_MAX,
  type SpeedSource,
  type SpeedToLead,
  speedSources,
} from '#contract/leads/speed-to-lead/speed-to-lead.ts'
import { ApiError } from '../../lib/http/call.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { DialogFoot } from '../../ui/layout/dialog-foot.tsx'
import { useSaveSpeed } from './speed-to-lead.api.ts'
import classes from './speed-to-lead.module.css'

type Props = { campaignId: string; speed: CampaignSpeed; onClose: () => void }
/** Whether a campaign's people are rung for new leads, and how. */
export function SpeedDialog({ campaignId, speed, onClose }: Props) {
  const { t } = useTranslation('speed-to-lead')
  const { t: common } = useTranslation()
  const { businessId } = useBusiness()
  const [settings, setSettings] = useState(speed.settings)
  // Read when the dialog was opened; what is saved in the meantime is replaced only after its conflict was shown.
  const [opened] = useState(speed.version)
  const [problem, setProblem] = useState<string>()
  const save = useSaveSpeed(businessId, campaignId)
  const isConflict = save.error instanceof ApiError && save.error.code === 'changed_meanwhile'
  const put = (changes: Partial<SpeedToLead>) => setSettings({ ...settings, ...changes })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (settings.isOn && !speed.hasNumber) return setProblem(t('needsNumber'))
    if (!settings.sources.length) return setProblem(t('chooseSources'))
    save.mutate(
      { settings, expected: isConflict ? speed.version : opened },
      {
        onSuccess: () => {
          toast.success(t('saved'))
          onClose()
        },
        onError: (error) =>
          setProblem(error instanceof ApiError && error.code === 'changed_meanwhile' ? t('conflict') : error.message),
      },
    )
  }
  return (
    <Modal opened onClose={onClose} size="lg" title={t('title')} closeButtonProps={{ 'aria-label': common('close') }}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Switch
            label={t('isOn.name')}
            description={t('isOn.about')}
            checked={settings.isOn}
            onChange={(event) => put({ isOn: event.currentTarget.checked })}
          />
          {settings.isOn && <SpeedFields {...{ settings, put }} />}
          {problem && (
            <Alert color="red" role="alert">
              {problem}
            </Alert>
          )}
          <DialogFoot onCancel={onClose}>
            <Button type="submit" loading={save.isPending}>
              {isConflict ? t('replace') : common('save')}
            </Button>
          </DialogFoot>
        </Stack>
      </form>
    </Modal>
  )
}

type FieldsProps = { settings: SpeedToLead; put: (changes: Partial<SpeedToLead>) => void }
function SpeedFields({ settings: { sources, ringSeconds, peopleMax }, put }: FieldsProps) {
  const { t } = useTranslation('speed-to-lead')
  const whole = { clampBehavior: 'blur', allowDecimal: false, allowNegative: false } as const
  return (
    <>
      <Checkbox.Group
        label={t('sources')}
        value={sources}
        onChange={(chosen) => put({ sources: chosen as SpeedSource[] })}
      >
        <Stack gap="xs" mt="xs">
          {speedSources.map((source) => (
            <Checkbox key={source} value={source} label={t(`source.${source}`)} />
          ))}
        </Stack>
      </Checkbox.Group>
      <div className={classes.numbers}>
        <NumberInput
          {...whole}
          label={t('ringSeconds')}
          min={RING_SECONDS_MIN}
          max={RING_SECONDS_MAX}
          value={ringSeconds}
          onChange={(seconds) => typeof seconds === 'number' && put({ ringSeconds: seconds })}
        />
        <NumberInput
          {...whole}
          label={t('peopleMax')}
          min={1}
          max={RUNG_PEOPLE_MAX}
          value={peopleMax}
          onChange={(count) => typeof count === 'number' && put({ peopleMax: count })}
        />
      </div>
    </>
  )
}
