import { IconAlertTriangle } from '@tabler/icons-react'
import { CopyButton } from './copy-button.tsx'
import classes from './shown-secret.module.css'

type Props = {
  secret: string
  /** Names the secret on the button that copies it. */
  name: string
  /** That it is not shown again. */
  warning: string
}

/** A secret that is shown once, to be copied. */
export const ShownSecret = ({ secret, name, warning }: Props) => (
  <>
    <p className={classes.warning}>
      <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
      {warning}
    </p>
    <div className={classes.secret}>
      <code dir="ltr">{secret}</code>
      <CopyButton value={secret} what={name} />
    </div>
  </>
)
