import {
  IconArrowRightCircle,
  IconClock,
  IconDialpad,
  IconHourglass,
  IconMessage,
  IconMicrophone,
  IconPhoneCall,
  IconPhoneOff,
  IconPhoneOutgoing,
  IconVolume,
} from '@tabler/icons-react'
import type { StepKind } from '../new-step.ts'

export const stepIcons = {
  open: IconClock,
  say: IconVolume,
  menu: IconDialpad,
  ring: IconPhoneCall,
  wait: IconHourglass,
  voicemail: IconMicrophone,
  forward: IconPhoneOutgoing,
  message: IconMessage,
  hangup: IconPhoneOff,
  flow: IconArrowRightCircle,
} as const satisfies Record<StepKind, unknown>
