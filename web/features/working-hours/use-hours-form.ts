import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { topicOf } from '#contract/events/live.ts'
import { WorkingHours } from '#contract/working-hours/working-hours.ts'
import { ApiError } from '../../lib/http/call.ts'
import { rulesOf } from '../../lib/http/form-errors.ts'
import { useLive } from '../../lib/http/live.ts'
import { hasUnsaved } from '../../lib/unsaved/unsaved.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { failInto } from '../../ui/forms/form-failure.ts'
import { changedFields, useEditForm } from '../../ui/forms/use-edit-form.ts'
import { type HoursOwner, type StoredHours, useKeepHours, useSaveHours } from './working-hours.api.ts'

/** Hours that a campaign takes from the business are shown, not sent. */
type Values = { isOwn: boolean; hours: WorkingHours }

const valuesOf = ({ isOwn, hours }: StoredHours): Values => ({ isOwn, hours })
const rules = rulesOf<WorkingHours>(WorkingHours)
/** Messages by path, which the server names alike. */
const problemsOf = ({ isOwn, hours }: Values) =>
  isOwn ? Object.fromEntries(Object.entries(rules(hours)).map(([path, text]) => [`hours.${path}`, text])) : {}
const changesIn = (values: Values, before: Values): Partial<Values> =>
  values.isOwn || before.isOwn ? changedFields(values, before) : {}
const isSame = (one: StoredHours, other: StoredHours) => JSON.stringify(one) === JSON.stringify(other)

type Options = {
  owner: HoursOwner
  stored: StoredHours
  /** Reads the stored hours again; undefined if that fails. */
  reload: () => Promise<StoredHours | undefined>
}

/** The form of working hours, which keeps what is typed when someone else saves in the meantime. */
export function useHoursForm({ owner, stored, reload }: Options) {
  const { t } = useTranslation('working-hours')
  const { businessId, campaignId } = owner
  const [seen, setSeen] = useState(stored)
  const save = useSaveHours(owner)
  const keep = useKeepHours(owner)
  const edit = useEditForm({
    id: `working-hours-${campaignId ?? businessId}`,
    initialValues: valuesOf(stored),
    validate: problemsOf,
    changesIn,
  })
  const { form, settle, isDirty } = edit
  const take = (now: StoredHours) => {
    setSeen(now)
    settle(valuesOf(now))
  }
  const look = async () => {
    const now = await reload()
    if (now && !hasUnsaved()) take(now)
    return now
  }
  useLive((message) => {
    const isOurs =
      message.kind === 'change' && message.event.businessId === businessId && topicOf(message.event) === 'workingHours'
    if (isOurs || message.kind === 'resync') void look()
  })
  const onError = async (error: Error) => {
    const isConflict = error instanceof ApiError && error.code === 'changed_meanwhile'
    if (!isConflict) return failInto(form)(error)
    if (!(await look())) toast.error(error.message)
  }
  const send = (values: Values) =>
    save.mutate(
      { ...values, expected: seen.version },
      {
        onSuccess: (saved) => {
          keep(saved)
          take(saved)
          toast.success(t('saved'))
        },
        onError: (error) => void onError(error),
      },
    )
  const { values } = form
  const problems = problemsOf(values)
  const errors = { ...(form.errors as Record<string, string>), ...problems }
  /** Hours with errors cannot be computed with. */
  const isValid = Object.keys(problems).length === 0
  const change = (changes: Partial<Values>) => {
    form.clearErrors()
    form.setValues({ ...values, ...changes })
  }
  /** Someone else saved; what is typed would replace it. */
  const conflict =
    isDirty && !isSame(stored, seen)
      ? {
          onTheirs: () => take(stored),
          onMine: () => {
            form.setInitialValues(valuesOf(stored))
            setSeen(stored)
          },
        }
      : null
  return { edit, values, errors, valid: isValid ? values.hours : null, seen, change, send, save, conflict }
}
