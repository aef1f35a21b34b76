import { Input, InputBase } from '@mantine/core'
import type { DatePickerInputProps } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazily } from '../../lib/lazy.ts'

/** Loaded separately, because it includes the calendar. */
const DayPicker = lazily(() => import('./day-picker.tsx'), 'DayPicker')

type Props = DatePickerInputProps<'default'>

/** A calendar day, `2026-01-31`, picked from a calendar, which is loaded when it is opened or the field has a day. */
export function DayInput(props: Props) {
  const [isPressed, press] = useState(false)
  const standIn = <StandIn field={props} onPress={() => press(true)} />
  if (!isPressed && !props.value && !props.defaultValue) return standIn
  return (
    <Suspense fallback={standIn}>
      <DayPicker {...props} isPressed={isPressed} />
    </Suspense>
  )
}

/** Looks like the empty field until the calendar is loaded. */
function StandIn({ field, onPress }: { field: Props; onPress: () => void }) {
  const { label, description, error, required, withAsterisk, disabled, className, size, placeholder } = field
  return (
    <InputBase
      component="button"
      type="button"
      pointer
      leftSection={<IconCalendar size={16} stroke={1.75} aria-hidden />}
      aria-label={field['aria-label']}
      {...{ label, description, error }}
      {...(className !== undefined && { className })}
      {...(size !== undefined && { size })}
      {...(required !== undefined && { required })}
      {...(withAsterisk !== undefined && { withAsterisk })}
      {...(disabled !== undefined && { disabled })}
      onClick={onPress}
    >
      <Input.Placeholder>{placeholder}</Input.Placeholder>
    </InputBase>
  )
}
