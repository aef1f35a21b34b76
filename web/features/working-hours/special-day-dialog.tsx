import { Button, Modal, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import type { OpenRange } from '#contract/working-hours/ranges.ts'
import { SpecialDay } from '#contract/working-hours/working-hours.ts'
import { issueText, rulesOf } from '../../lib/http/form-errors.ts'
import { RangeFields } from '../../shared/open-ranges/range-fields.tsx'
import { DayInput } from '../../ui/forms/day-input.tsx'
import { onGaps } from '../../ui/forms/form-failure.ts'
import { DialogFoot } from '../../ui/layout/dialog-foot.tsx'

const USUAL: OpenRange[] = [{ from: '09:00', to: '13:00' }]
const rules = rulesOf<SpecialDay>(SpecialDay)

type Props = {
  /** What the form begins with; its day may be empty. */
  draft: SpecialDay
  /** Days that are taken by others. */
  taken: readonly string[]
  isNew: boolean
  onDone: (special: SpecialDay) => void
  onClose: () => void
}

/** One special day: its date, name and hours. It becomes part of the hours, which are saved with the page. */
export function SpecialDayDialog({ isNew, onClose, ...fields }: Props) {
  const { t } = useTranslation('working-hours')
  const { t: common } = useTranslation()
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(isNew ? 'special.add' : 'special.edit')}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <Fields onClose={onClose} {...fields} />
    </Modal>
  )
}

function Fields({ draft, taken, onDone, onClose }: Omit<Props, 'isNew'>) {
  const { t } = useTranslation('working-hours')
  const form = useForm<SpecialDay>({
    initialValues: draft,
    validate: (values) =>
      taken.includes(values.day) ? { day: issueText({ path: ['day'], message: 'repeated_day' }) } : rules(values),
  })
  const { ranges } = form.values
  const put = (changed: OpenRange[]) => {
    form.clearErrors()
    form.setFieldValue('ranges', changed)
  }
  return (
    <form onSubmit={form.onSubmit(onDone, onGaps(form))} noValidate>
      <Stack>
        <DayInput
          label={t('special.day')}
          withAsterisk
          value={form.values.day || null}
          error={form.errors.day}
          onChange={(day) => form.setFieldValue('day', day ?? '')}
        />
        <TextInput
          label={t('special.name')}
          description={t('special.nameText')}
          withAsterisk
          dir="auto"
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <SegmentedControl
          aria-label={t('special.hours')}
          value={ranges.length > 0 ? 'open' : 'closed'}
          onChange={(value) => put(value === 'open' ? USUAL : [])}
          data={(['closed', 'open'] as const).map((value) => ({ value, label: t(`special.${value}`) }))}
        />
        {ranges.length > 0 && (
          <RangeFields
            name={t('special.thisDay')}
            ranges={ranges}
            path="ranges"
            errors={form.errors as Record<string, string>}
            onChange={put}
          />
        )}
        <DialogFoot onCancel={onClose}>
          <Button type="submit">{t('special.done')}</Button>
        </DialogFoot>
      </Stack>
    </form>
  )
}
