import {
  type Icon,
  IconAlignLeft,
  IconCalendar,
  IconCoins,
  IconCursorText,
  IconLink,
  IconListCheck,
  IconListDetails,
  IconRuler2,
  IconToggleRight,
} from '@tabler/icons-react'
import type { OwnFieldType } from '#contract/lead-fields/own-fields.ts'

export const typeIcons: Record<OwnFieldType, Icon> = {
  text: IconCursorText,
  long_text: IconAlignLeft,
  number: IconRuler2,
  money: IconCoins,
  date: IconCalendar,
  choice: IconListDetails,
  choices: IconListCheck,
  yes_no: IconToggleRight,
  link: IconLink,
}
