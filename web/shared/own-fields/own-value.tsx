import { type FieldValue, MASKED_VALUE, type OwnField } from '#contract/lead-fields/own-fields.ts'
import { UserText } from '../../ui/display/user-text.tsx'
import { textOfValue } from './own-fields.ts'
import classes from './own-value.module.css'

type Props = {
  field: Pick<OwnField, 'type' | 'options' | 'unit'>
  value: FieldValue
  /** One line, truncated. */
  cut?: boolean
}

/** The value of an own field of a lead. Plain, without hooks: tables show hundreds. */
export function OwnValue({ field, value, cut = false }: Props) {
  const text = textOfValue(field, value)
  if (value === MASKED_VALUE) return <span className={classes.masked}>{text}</span>
  const { type } = field
  if (type === 'number' || type === 'money')
    return (
      <bdi dir="ltr" className="tabular">
        {text}
      </bdi>
    )
  if (type === 'date') return <time dateTime={String(value)}>{text}</time>
  if (type === 'link')
    return (
      <a
        className={classes.link}
        href={text}
        target="_blank"
        rel="noreferrer noopener"
        dir="ltr"
        title={text}
        data-cut={cut || undefined}
      >
        {text.replace(/^https?:\/\//, '')}
      </a>
    )
  if (type === 'long_text' && !cut)
    return (
      <span className={classes.lines} dir="auto">
        {text}
      </span>
    )
  return <UserText cut={cut}>{text}</UserText>
}
