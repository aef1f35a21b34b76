import type { FormErrors } from '@mantine/form'
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { type SearchText, useSearchText } from '../../lib/search.ts'
import { toast } from '../feedback/toast.tsx'
import { onGaps } from './form-failure.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The previous history entry is the previous step. */
    stepped?: boolean
  }
}

type Form = {
  setErrors: (errors: FormErrors) => void
  clearErrors: () => void
  getInputNode: (path: string) => HTMLElement | null
}
type StepsOptions<S extends string> = {
  steps: readonly [S, ...S[]]
  form: Form
  /** Current errors by field path. */
  errors: FormErrors
  /** The step of a field. */
  stepOf: (path: string) => S
}

/**
 * A form in steps. The step is kept in the address, so that Back goes one step back. A step opens only when all previous
 * steps are valid.
 */
export function useSteps<S extends string>({ steps, form, errors, stepOf }: StepsOptions<S>) {
  const { step: asked } = useSearchText()
  const stepped = useLocation({ select: ({ state }) => state.stepped })
  const navigate = useNavigate()
  const router = useRouter()
  const focus = useRef<string>(undefined)
  const last = Math.min(steps.length - 1, ...Object.keys(errors).map((path) => steps.indexOf(stepOf(path))))
  const at = Math.min(
    Math.max(
      0,
      steps.findIndex((step) => step === asked),
    ),
    last,
  )
  const step = steps[at] ?? steps[0]

  useEffect(() => {
    if (!focus.current) return
    // Fields of the previous step are already unmounted.
    if (stepOf(focus.current) === step) form.getInputNode(focus.current)?.focus()
    focus.current = undefined
  }, [step, form, stepOf])

  const go = (to: S) => {
    toast.hideAll()
    void navigate({
      to: '.',
      search: (before: SearchText) => ({ ...before, step: to === steps[0] ? undefined : to }),
      state: (state) => ({ ...state, stepped: true }),
    })
  }
  /** Shows errors on the first invalid step. */
  const show = (all: FormErrors) => {
    const first = steps.find((one) => Object.keys(all).some((path) => stepOf(path) === one))
    form.setErrors(all)
    if (first === undefined || first === step) return onGaps(form)(all)
    focus.current = Object.keys(all).find((path) => stepOf(path) === first)
    go(first)
  }
  const next = () => {
    const here = Object.fromEntries(Object.entries(errors).filter(([path]) => stepOf(path) === step))
    if (Object.keys(here).length > 0) return show(here)
    form.clearErrors()
    const following = steps[at + 1]
    if (following) go(following)
  }
  /** Saves from any step; invalid values are shown instead. */
  const finish = (save: () => void) => {
    if (Object.keys(errors).length > 0) return show(errors)
    form.clearErrors()
    toast.hideAll()
    save()
  }
  const back = () => {
    const before = steps[at - 1]
    if (!before) return
    if (!stepped) return go(before)
    toast.hideAll()
    router.history.back()
  }
  return {
    step,
    reachable: steps[last] ?? step,
    isFirst: at === 0,
    isLast: at === steps.length - 1,
    isRight: Object.keys(errors).length === 0,
    next,
    finish,
    back,
    go,
    show,
  }
}
