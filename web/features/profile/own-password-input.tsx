import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** The password that one has: asked again before what only the person themself may do. */
export function OwnPasswordInput(props: PasswordInputProps) {
  const { t: common } = useTranslation()
  return (
    <PasswordInput
      {...props}
      autoComplete="current-password"
      visibilityToggleButtonProps={{ 'aria-label': common('password.show') }}
    />
  )
}
