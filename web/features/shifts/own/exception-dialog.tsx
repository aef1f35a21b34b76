import { Button, Modal, Select, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { absenceKinds, type Shift, ShiftException } from '#contract/shifts/shift-shapes.ts'
import { dayOf, plusDays } from '#contract/values/clock.ts'
import { issueText, rulesOf } from '../../../lib/http/form-errors.ts'
import { DayInput } from '../../../ui/forms/day-input.tsx'
import { onGaps } from '../../../ui/forms/form-failure.ts'
import { DialogFoot } from '../../../ui/layout/dialog-foot.tsx'
import { ShiftFields } from '../shift-fields.tsx'
import classes from '../shifts.module.css'

const kinds = [...absenceKinds, 'extra', 'short'] as const
type Kind = (typeof kinds)[number]
const isAbsence = (kind: Kind): kind is (typeof absenceKinds)[number] => kind !== 'extra' && kind !== 'short'
const USUAL: Shift[] = [{ from: '16:00', to: '20:00', isOnCall: false }]

/** The fields of both sorts. */
type Values = { kind: Kind; from: string; to: string; shifts: Shift[] }
const valuesOf = (one: ShiftException | undefined): Values => {
  const tomorrow = plusDays(dayOf(new Date()), 1)
  if (!one) return { kind: 'vacation', from: tomorrow, to: tomorrow, shifts: USUAL }
  if ('day' in one) return { kind: one.kind, from: one.day, to: one.day, shifts: one.shifts }
  return { ...one, shifts: USUAL }
}
const exceptionOf = ({ kind, from, to, shifts }: Values): ShiftException =>
  isAbsence(kind) ? { kind, from, to } : { kind, day: from, shifts }
const rules = rulesOf<ShiftException>(ShiftException)

type Props = {
  /** What the form begins with; undefined: a new one. */
  draft: ShiftException | undefined
  /** Days that other changes of a day have. */
  taken: readonly string[]
  onDone: (exception: ShiftException) => void
  onClose: () => void
}

/** An absence, or a day with other shifts. It becomes part of the plan, which is saved with the page. */
export function ExceptionDialog({ draft, taken, onDone, onClose }: Props) {
  const { t } = useTranslation('shifts')
  const { t: common } = useTranslation()
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(draft ? 'exceptions.edit' : 'exceptions.add')}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <Fields {...{ draft, taken, onDone, onClose }} />
    </Modal>
  )
}

function Fields({ draft, taken, onDone, onClose }: Props) {
  const { t } = useTranslation('shifts')
  const form = useForm<Values>({
    initialValues: valuesOf(draft),
    validate: (values) => {
      const exception = exceptionOf(values)
      if (!('day' in exception)) return rules(exception)
      if (taken.includes(exception.day)) return { from: issueText({ path: ['from'], message: 'repeated_day' }) }
      const { day, ...errors } = rules(exception)
      return { ...errors, ...(day && { from: day }) }
    },
  })
  const { kind, from, to, shifts } = form.values
  const set = (changes: Partial<Values>) => {
    form.clearErrors()
    form.setValues(changes)
  }
  const start = (day: string | null) => set({ from: day ?? '', ...(day && to < day && { to: day }) })
  return (
    <form onSubmit={form.onSubmit((values) => onDone(exceptionOf(values)), onGaps(form))} noValidate>
      <Stack>
        <Select
          label={t('exceptions.kind')}
          data={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          value={kind}
          allowDeselect={false}
          onChange={(value) => set({ kind: kinds.find((one) => one === value) ?? kind })}
        />
        <p className={classes.note}>{t(isAbsence(kind) ? 'exceptions.absenceText' : `exceptions.${kind}Text`)}</p>
        {isAbsence(kind) ? (
          <div className={classes.pair}>
            <DayInput label={t('exceptions.from')} value={from || null} error={form.errors.from} onChange={start} />
            <DayInput
              label={t('exceptions.to')}
              value={to || null}
              error={form.errors.to}
              onChange={(day) => set({ to: day ?? '' })}
            />
          </div>
        ) : (
          <>
            <DayInput label={t('exceptions.day')} value={from || null} error={form.errors.from} onChange={start} />
            <ShiftFields
              name={t('exceptions.thisDay')}
              shifts={shifts}
              path="shifts"
              errors={form.errors as Record<string, string>}
              onChange={(changed) => set({ shifts: changed })}
            />
          </>
        )}
        <DialogFoot onCancel={onClose}>
          <Button type="submit">{t('exceptions.done')}</Button>
        </DialogFoot>
      </Stack>
    </form>
  )
}
