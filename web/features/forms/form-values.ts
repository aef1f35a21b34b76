import type { TFunction } from 'i18next'
import type { Language } from '#contract/constants.ts'
import {
  type DefaultText,
  type Form,
  type FormField,
  type FormFieldKind,
  firstForm,
  isOwnField,
  LEAD_FIELD_KIND,
  NewForm,
  nameOfLeadField,
} from '#contract/forms.ts'
import type { OwnField } from '#contract/lead-fields/own-fields.ts'
import { rulesOf } from '../../lib/http/form-errors.ts'
import { currentLanguage } from '../../lib/i18n/i18n.ts'

/** Form values in the editor: absent values are empty strings. */
export type FormValues = Omit<NewForm, 'redirectUrl'> & { redirectUrl: string }

const textIn = (t: TFunction<'forms'>, text: DefaultText, language: Language) => t(`defaults.${language}.${text}`)

export function newField(t: TFunction<'forms'>, kind: Exclude<FormFieldKind, typeof LEAD_FIELD_KIND>): FormField {
  const isOwn = isOwnField(kind)
  const label = (language: Language) => (isOwn ? '' : textIn(t, kind as DefaultText, language))
  return {
    name: isOwn ? `answer_${Math.random().toString(36).slice(2, 10)}` : kind,
    kind,
    label: { he: label('he'), en: label('en') },
    required: kind === 'name' || kind === 'phone',
    options: [],
  }
}

/** Asks for one of the business's own lead fields, by its name. */
export const newLeadField = ({ key, nameHe, nameEn, isRequired }: OwnField): FormField => ({
  name: nameOfLeadField(key),
  kind: LEAD_FIELD_KIND,
  label: { he: nameHe, en: nameEn },
  required: isRequired,
  options: [],
})

/** Defaults of a new form, usable without changes, in the language of the interface. */
export const emptyForm = (t: TFunction<'forms'>, name: string): FormValues => ({
  ...firstForm(name, currentLanguage(), (text, language) => textIn(t, text, language)),
  redirectUrl: '',
})

export const valuesOf = (form: Form): FormValues => ({
  name: form.name,
  languages: form.languages,
  fields: form.fields,
  texts: form.texts,
  allowedOrigins: form.allowedOrigins,
  redirectUrl: form.redirectUrl ?? '',
  bookingPageId: form.bookingPageId,
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
