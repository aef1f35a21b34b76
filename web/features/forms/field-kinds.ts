import {
  type Icon,
  IconAt,
  IconCheckbox,
  IconCursorText,
  IconForms,
  IconMessage,
  IconPhone,
  IconSelect,
  IconUser,
} from '@tabler/icons-react'
import type { FormFieldKind } from '#contract/forms.ts'

export const kindIcons: Record<FormFieldKind, Icon> = {
  name: IconUser,
  phone: IconPhone,
  email: IconAt,
  message: IconMessage,
  text: IconCursorText,
  select: IconSelect,
  checkbox: IconCheckbox,
  lead_field: IconForms,
}
