import { Button, Group, Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DayShifts, type Shift } from '#contract/shifts/shift-shapes.ts'
import type { ShiftTemplate } from '#contract/shifts/shifts.ts'
import { rulesOf } from '../../../lib/http/form-errors.ts'
import { formatWeekday } from '../../../lib/i18n/format.ts'
import { noonOf } from '../../../lib/i18n/noon.ts'
import { UserText } from '../../../ui/display/user-text.tsx'
import { EditConflict } from '../../../ui/feedback/edit-conflict.tsx'
import { ShiftFields, TemplateTimes } from '../shift-fields.tsx'
import { templateName } from '../shift-text.ts'
import classes from './cell-dialog.module.css'
import type { Asked } from './edit/use-edit-week.ts'
import { type PersonRow, plannedOn } from './week-rules.ts'

type Props = {
  asked: Asked
  row: PersonRow
  templates: readonly ShiftTemplate[]
  onSave: (shifts: Shift[]) => void
  onClose: () => void
}

const problemsIn = rulesOf<Shift[]>(DayShifts)
/** Errors of the day stand at `shifts`. */
const problemsOf = (shifts: Shift[]) =>
  Object.fromEntries(
    Object.entries(problemsIn(shifts)).map(([path, text]) => [path ? `shifts.${path}` : 'shifts', text]),
  )

/** A person's shifts of one day, by a template or by hand. */
export function CellDialog({ asked, row, templates, onSave, onClose }: Props) {
  const { t } = useTranslation('shifts')
  const { t: common } = useTranslation()
  const stored = row.days.find(({ day }) => day === asked.day)
  const theirs = stored ? plannedOn(stored) : []
  const [shifts, setShifts] = useState<Shift[]>(asked.mine ?? [...theirs])
  const [isConflict, setConflict] = useState(asked.mine !== undefined)
  const errors = problemsOf(shifts)
  const { person } = row
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        <span>
          <UserText>{person.name}</UserText> · {formatWeekday(noonOf(asked.day))}
        </span>
      }
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <Stack
        component="form"
        onSubmit={(event) => {
          event.preventDefault()
          if (Object.keys(errors).length === 0) onSave(shifts)
        }}
      >
        {isConflict && (
          <EditConflict
            text={t('conflict')}
            onTheirs={() => {
              setShifts([...theirs])
              setConflict(false)
            }}
            onMine={() => setConflict(false)}
          />
        )}
        {stored?.absence && <p className={classes.note}>{t('grid.isAway', { kind: t(`kinds.${stored.absence}`) })}</p>}
        <Templates templates={templates} onPick={setShifts} />
        <ShiftFields name={t('exceptions.thisDay')} path="shifts" {...{ shifts, errors }} onChange={setShifts} />
        {shifts.length === 0 && (
          <Button variant="default" onClick={() => setShifts([{ from: '08:00', to: '16:00', isOnCall: false }])}>
            {t('grid.addShift')}
          </Button>
        )}
        <Group justify="space-between" gap="xs">
          <Button variant="subtle" color="red" disabled={shifts.length === 0} onClick={() => setShifts([])}>
            {t('grid.clear')}
          </Button>
          <Group gap="xs">
            <Button variant="default" onClick={onClose}>
              {common('cancel')}
            </Button>
            <Button type="submit">{common('save')}</Button>
          </Group>
        </Group>
      </Stack>
    </Modal>
  )
}

type TemplatesProps = { templates: readonly ShiftTemplate[]; onPick: (shifts: Shift[]) => void }
function Templates({ templates, onPick }: TemplatesProps) {
  const { t } = useTranslation('shifts')
  if (templates.length === 0) return null
  return (
    <div className={classes.templates}>
      {templates.map((template, at) => (
        <Button
          // biome-ignore lint/suspicious/noArrayIndexKey: templates are identified by their position.
          key={at}
          variant="default"
          className={classes.template ?? ''}
          onClick={() => onPick([...template.shifts])}
        >
          <span className={classes.templateName}>{templateName(t, template)}</span>
          <TemplateTimes template={template} />
        </Button>
      ))}
    </div>
  )
}
