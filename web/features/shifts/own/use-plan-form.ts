import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { topicOf } from '#contract/events/live.ts'
import { ShiftPlan } from '#contract/shifts/shift-shapes.ts'
import type { OwnShifts } from '#contract/shifts/shifts.ts'
import { ApiError } from '../../../lib/http/call.ts'
import { rulesOf } from '../../../lib/http/form-errors.ts'
import { useLive } from '../../../lib/http/live.ts'
import { hasUnsaved } from '../../../lib/unsaved/unsaved.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { failInto } from '../../../ui/forms/form-failure.ts'
import { changedFields, useEditForm } from '../../../ui/forms/use-edit-form.ts'
import { type ShiftsOf, shiftTopics, useKeepShifts, useSavePlan } from '../shifts.api.ts'

const problemsOf = rulesOf<ShiftPlan>(ShiftPlan)
const planOf = ({ shifts }: OwnShifts) => shifts.plan
/** The server names the fields within the plan. */
const beside = (issues: Record<string, string>) =>
  Object.fromEntries(Object.entries(issues).map(([path, text]) => [path.replace(/^plan\./, ''), text]))

type Options = {
  of: ShiftsOf
  stored: OwnShifts
  /** Reads the stored shifts again; undefined if that fails. */
  reload: () => Promise<OwnShifts | undefined>
}

/** The form of a person's plan, which keeps what is typed when someone else saves in the meantime. */
export function usePlanForm({ of, stored, reload }: Options) {
  const { t } = useTranslation('shifts')
  const [seen, setSeen] = useState({ version: stored.version })
  const save = useSavePlan(of)
  const keep = useKeepShifts(of)
  const edit = useEditForm({
    id: `shifts-${of.businessId}-${of.userId ?? 'own'}`,
    initialValues: planOf(stored),
    validate: problemsOf,
    changesIn: changedFields,
  })
  const { form, settle, isDirty } = edit
  const take = (now: OwnShifts) => {
    setSeen({ version: now.version })
    settle(planOf(now))
  }
  const look = async () => {
    const now = await reload()
    if (now && !hasUnsaved()) take(now)
    return now
  }
  useLive((message) => {
    const topic = message.kind === 'change' && message.event.businessId === of.businessId && topicOf(message.event)
    if (message.kind === 'resync' || (topic && shiftTopics.includes(topic))) void look()
  })
  const onError = async (error: Error) => {
    const isConflict = error instanceof ApiError && error.code === 'changed_meanwhile'
    if (!isConflict) return failInto(form, beside)(error)
    if (!(await look())) toast.error(error.message)
  }
  const send = (plan: ShiftPlan) =>
    save.mutate(
      { plan, expected: seen.version },
      {
        onSuccess: (saved) => {
          keep(saved)
          take(saved)
          toast.success(t('saved'))
        },
        onError: (error) => void onError(error),
      },
    )
  const problems = problemsOf(form.values)
  const errors = { ...(form.errors as Record<string, string>), ...problems }
  const change = (changes: Partial<ShiftPlan>) => {
    form.clearErrors()
    form.setValues({ ...form.values, ...changes })
  }
  /** Someone else saved; what is typed would replace it. */
  const conflict =
    isDirty && stored.version !== seen.version
      ? {
          onTheirs: () => take(stored),
          onMine: () => {
            form.setInitialValues(planOf(stored))
            setSeen({ version: stored.version })
          },
        }
      : null
  return { edit, plan: form.values, errors, change, send, save, conflict }
}
