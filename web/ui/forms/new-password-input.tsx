import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './new-password-input.module.css'
import { passwordStrength } from './password-strength.ts'

/** New password with a strength bar. */
export function NewPasswordInput(props: PasswordInputProps & { value: string }) {
  const { t } = useTranslation()
  const strength = passwordStrength(props.value)
  const words = [t('password.weak'), t('password.weak'), t('password.fair'), t('password.good'), t('password.strong')]
  return (
    <div>
      <PasswordInput
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('password.show'), tabIndex: 0 }}
        {...props}
      />
      {props.value !== '' && (
        <div className={classes.meter} data-strength={strength}>
          <span className={classes.track} aria-hidden>
            <span className={classes.bar} />
          </span>
          <span aria-live="polite">{words[strength]}</span>
        </div>
      )}
    </div>
  )
}
