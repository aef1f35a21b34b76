import { qrCode } from '../../lib/qr-code.ts'
import classes from './qr-picture.module.css'

/** A text as a QR code. `label` names it for screen readers. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  const { side, path } = qrCode(text)
  return (
    <svg
      className={classes.code}
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path className={classes.light} d={`M0 0h${side}v${side}H0z`} />
      <path className={classes.dark} d={path} />
    </svg>
  )
}
