import classes from './code-block.module.css'
import { CopyButton } from './copy-button.tsx'

/** Code, always left to right, with a copy button; `label` names it for screen readers. */
export function CodeBlock({ text, label }: { text: string; label: string }) {
  return (
    <div className={classes.block}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be focusable. */}
      <pre dir="ltr" tabIndex={0}>
        {text}
      </pre>
      <span className={classes.copy}>
        <CopyButton value={text} what={label} />
      </span>
    </div>
  )
}
