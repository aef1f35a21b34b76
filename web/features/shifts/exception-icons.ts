import { IconBeach, IconClockMinus, IconClockPlus, IconShield, IconThermometer, IconUserOff } from '@tabler/icons-react'

/** Icons of absences and of changed days. */
export const exceptionIcons = {
  vacation: IconBeach,
  sick: IconThermometer,
  reserve_duty: IconShield,
  away: IconUserOff,
  extra: IconClockPlus,
  short: IconClockMinus,
} as const
