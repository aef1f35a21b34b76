import classes from './code-block.module.css'
import { CopyButton } from './copy-button.tsx'

/** Code, always left to right, with a copy button; `label` names it for screen readers. */
export function CodeBlock({ text, label }: { text: string; label: string }) {
  return (
    <div className={classes.block}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <pre dir="ltr" tabIndex={0}>
        {text}
      </pre>
      <span className={classes.copy}>
        <CopyButton value={text} what={label} />
      </span>
    </div>
  )
}
