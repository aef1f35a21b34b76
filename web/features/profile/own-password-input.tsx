import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** The current password, for confirmation of identity. */
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
