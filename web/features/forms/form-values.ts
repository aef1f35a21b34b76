import type { TFunction } from 'i18next'
import { type Language, languages } from '#contract/constants.ts'
import { type Form, type FormField, type FormFieldKind, isOwnField, NewForm } from '#contract/forms.ts'
import { rulesOf } from '../../lib/http/form-errors.ts'

/** Form values in the editor: absent values are empty strings. */
export type FormValues = Omit<NewForm, 'redirectUrl'> & { redirectUrl: string }

const textOf = (t: TFunction<'forms'>, key: string) =>
  Object.fromEntries(languages.map((language) => [language, t(`defaults.${language}.${key}`)])) as Record<
    Language,
    string
  >
const nothing = () => ({ he: '', en: '' })

export function newField(t: TFunction<'forms'>, kind: FormFieldKind): FormField {
  const name = isOwnField(kind) ? `answer_${Math.random().toString(36).slice(2, 10)}` : kind
  const label = isOwnField(kind) ? nothing() : textOf(t, kind)
  return { name, kind, label, required: kind === 'name' || kind === 'phone', options: [] }
}

/** Defaults of a new form, usable without changes. */
export const emptyForm = (t: TFunction<'forms'>, name: string): FormValues => ({
  name,
  languages: [...languages],
  fields: (['name', 'phone', 'email', 'message'] as const).map((kind) => newField(t, kind)),
  texts: {
    title: textOf(t, 'title'),
    intro: textOf(t, 'intro'),
    button: textOf(t, 'button'),
    thanks: textOf(t, 'thanks'),
    thanksText: textOf(t, 'thanksText'),
    consent: nothing(),
  },
  allowedOrigins: [],
  redirectUrl: '',
  source: 'website',
  isEnabled: true,
})

export const valuesOf = (form: Form): FormValues => ({
  name: form.name,
  languages: form.languages,
  fields: form.fields,
  texts: form.texts,
  allowedOrigins: form.allowedOrigins,
  redirectUrl: form.redirectUrl ?? '',
  source: form.source,
  isEnabled: form.isEnabled,
})

export const inputOf = ({ redirectUrl, ...values }: FormValues): NewForm => ({
  ...values,
  redirectUrl: redirectUrl.trim() || null,
})

const rules = rulesOf<NewForm>(NewForm)
/** The contract's rules; an error of one allowed site is shown beside the list. */
export const formRules = (values: FormValues) => besideLists(rules(inputOf(values)))

export const besideLists = (errors: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(errors).map(([path, message]) => [
      path.replace(/^(allowedOrigins|fields\.\d+\.options)\..*/, '$1'),
      message,
    ]),
  )
