import { ActionIcon, Button, Modal, NumberInput, Stack, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  MINIMUM_MAX,
  type SettingsReply,
  SHIFT_TEMPLATES_MAX,
  ShiftSettings,
  type ShiftTemplate,
  STANDARD_MINIMUM,
} from '#contract/shifts/shifts.ts'
import type { ErrorsByPath } from '../../../lib/http/error-below.ts'
import { rulesOf } from '../../../lib/http/form-errors.ts'
import { campaignNamesQuery, useBusiness } from '../../../lib/session/session.ts'
import { EditConflict } from '../../../ui/feedback/edit-conflict.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { failInto, onGaps } from '../../../ui/forms/form-failure.ts'
import { DialogFoot } from '../../../ui/layout/dialog-foot.tsx'
import { ShiftFields } from '../shift-fields.tsx'
import { templateName } from '../shift-text.ts'
import { settingsQuery, useSaveSettings } from '../shifts.api.ts'
import { isConflict } from './grid.api.ts'
import classes from './settings-dialog.module.css'

/** Templates of shifts, minimums of campaigns, and whether being on call counts. */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shifts')
  const { t: common } = useTranslation()
  const { businessId } = useBusiness()
  const { data, error, refetch } = useQuery(settingsQuery(businessId))
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={t('settings.title')}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={6} columns={2} />}
      {data && <Fields stored={data} reload={async () => (await refetch()).data} onClose={onClose} />}
    </Modal>
  )
}

const rules = rulesOf<ShiftSettings>(ShiftSettings)
type FieldsProps = { stored: SettingsReply; reload: () => Promise<SettingsReply | undefined>; onClose: () => void }
function Fields({ stored, reload, onClose }: FieldsProps) {
  const { t } = useTranslation('shifts')
  const { t: common } = useTranslation()
  const { businessId } = useBusiness()
  const [expected, expect] = useState(stored.version)
  const [conflict, setConflict] = useState<SettingsReply | null>(null)
  const save = useSaveSettings(businessId)
  const form = useForm<ShiftSettings>({ initialValues: stored.settings, validate: rules })
  const { values } = form
  const change = (changes: Partial<ShiftSettings>) => {
    form.clearErrors()
    form.setValues(changes)
  }
  const onError = async (error: Error) => {
    const now = isConflict(error) ? await reload() : undefined
    if (now) setConflict(now)
    else failInto(form)(error)
  }
  const send = (settings: ShiftSettings) =>
    save.mutate(
      { settings, expected },
      {
        onSuccess: () => {
          toast.success(t('settings.saved'))
          onClose()
        },
        onError: (error) => void onError(error),
      },
    )
  const settle = (now: SettingsReply) => {
    expect(now.version)
    setConflict(null)
  }
  return (
    <form onSubmit={form.onSubmit(send, onGaps(form))} noValidate>
      <Stack>
        {conflict && (
          <EditConflict
            text={t('settings.conflict')}
            onTheirs={() => {
              change(conflict.settings)
              settle(conflict)
            }}
            onMine={() => settle(conflict)}
          />
        )}
        <Switch
          label={t('settings.onCall')}
          description={t('settings.onCallText')}
          checked={values.onCallCounts}
          onChange={({ currentTarget }) => change({ onCallCounts: currentTarget.checked })}
        />
        <Minimums minimums={values.minimums} onChange={(minimums) => change({ minimums })} />
        <Templates
          templates={values.templates}
          errors={form.errors as Record<string, string>}
          onChange={(templates) => change({ templates })}
        />
        <DialogFoot onCancel={onClose}>
          <Button type="submit" loading={save.isPending}>
            {common('save')}
          </Button>
        </DialogFoot>
      </Stack>
    </form>
  )
}

type Minimum = ShiftSettings['minimums'][number]
function Minimums({ minimums, onChange }: { minimums: Minimum[]; onChange: (minimums: Minimum[]) => void }) {
  const { t } = useTranslation('shifts')
  const { businessId } = useBusiness()
  const { data } = useQuery(campaignNamesQuery(businessId))
  const set = (campaignId: string, minimum: number) => {
    const others = minimums.filter((one) => one.campaignId !== campaignId)
    onChange(minimum === STANDARD_MINIMUM ? others : [...others, { campaignId, minimum }])
  }
  return (
    <fieldset className={classes.part}>
      <legend className={classes.title}>{t('settings.minimums')}</legend>
      <p className={classes.text}>{t('settings.minimumsText')}</p>
      {data?.campaigns.length === 0 && <p className={classes.text}>{t('settings.noCampaigns')}</p>}
      {data?.campaigns.map(({ _id, name }) => (
        <NumberInput
          key={_id}
          classNames={{ root: classes.minimum ?? '', label: classes.campaign ?? '' }}
          label={<bdi dir="auto">{name}</bdi>}
          min={0}
          max={MINIMUM_MAX}
          allowDecimal={false}
          allowNegative={false}
          value={minimums.find(({ campaignId }) => campaignId === _id)?.minimum ?? STANDARD_MINIMUM}
          onChange={(value) => set(_id, Number(value))}
        />
      ))}
    </fieldset>
  )
}

const NEW: ShiftTemplate = { standard: null, name: '', shifts: [{ from: '08:00', to: '16:00', isOnCall: false }] }
type TemplatesProps = {
  templates: ShiftTemplate[]
  errors: ErrorsByPath
  onChange: (templates: ShiftTemplate[]) => void
}
function Templates({ templates, errors, onChange }: TemplatesProps) {
  const { t } = useTranslation('shifts')
  const put = (at: number, changes: Partial<ShiftTemplate>) =>
    onChange(templates.with(at, { ...(templates[at] ?? NEW), ...changes }))
  return (
    <fieldset className={classes.part}>
      <legend className={classes.title}>{t('templates.title')}</legend>
      {templates.map((template, at) => {
        const name = templateName(t, template)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: templates are identified by their position.
          <div key={at} className={classes.template}>
            <TextInput
              aria-label={t('templates.name')}
              placeholder={t('templates.name')}
              dir="auto"
              autoComplete="off"
              value={name}
              error={errors[`templates.${at}.name`]}
              onChange={({ currentTarget }) => put(at, { standard: null, name: currentTarget.value })}
            />
            <ActionIcon
              aria-label={t('templates.removeOf', { name })}
              onClick={() => onChange(templates.filter((_one, index) => index !== at))}
            >
              <IconTrash size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
            <div className={classes.shifts}>
              <ShiftFields
                name={name || t('templates.name')}
                shifts={template.shifts}
                path={`templates.${at}.shifts`}
                errors={errors}
                onChange={(shifts) => put(at, { shifts })}
              />
            </div>
          </div>
        )
      })}
      {templates.length < SHIFT_TEMPLATES_MAX && (
        <Button
          variant="default"
          className={classes.add ?? ''}
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          onClick={() => onChange([...templates, NEW])}
        >
          {t('templates.add')}
        </Button>
      )}
    </fieldset>
  )
}
