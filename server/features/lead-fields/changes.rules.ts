import type { Language } from '#contract/constants.ts'
import {
  hasOptions,
  isOwnFieldName,
  keyOfFieldName,
  MASKED_VALUE,
  type OwnFieldType,
} from '#contract/lead-fields/own-fields.ts'
import type { FieldDefinition, FieldDefinitions } from './values.rules.ts'

type Changes = Record<string, [unknown, unknown]>
type Reader = { own: FieldDefinitions; language: Language; isMasked: boolean }
type Described = { changes: Changes; ownFields?: Record<string, { name: string; type: OwnFieldType }> }

/**
 * Changes of own fields for a reader: options by their names, masked where the field is personal or no longer
 * known.
 */
export function ownChanges(changes: Changes, { own, language, isMasked }: Reader): Described {
  const described: Changes = {}
  const ownFields: NonNullable<Described['ownFields']> = {}
  for (const [name, [before, after]] of Object.entries(changes)) {
    if (!isOwnFieldName(name)) continue
    const field = own.find(({ key }) => key === keyOfFieldName(name))
    const isHidden = isMasked && (field?.isPersonal ?? true)
    const shown = (value: unknown) =>
      isHidden && value !== null ? MASKED_VALUE : field ? inWords(field, value, language) : value
    described[name] = [shown(before), shown(after)]
    if (field) ownFields[name] = { name: language === 'he' ? field.nameHe : field.nameEn, type: field.type }
  }
  return { changes: described, ...(Object.keys(ownFields).length > 0 && { ownFields }) }
}

/** A stored value as displayed: names of options instead of their keys. */
function inWords({ type, options }: FieldDefinition, value: unknown, language: Language): unknown {
  if (!hasOptions(type) || !Array.isArray(value)) return value
  const names = value.map((key) => {
    const option = options.find((one) => one.key === key)
    return option ? (language === 'he' ? option.nameHe : option.nameEn) : String(key)
  })
  return type === 'choice' ? (names[0] ?? null) : names
}
