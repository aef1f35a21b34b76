import { isMasked } from '#contract/masks.ts'
import { formatPhone } from '#contract/phones.ts'

/** A phone number as people write it, left to right in both languages; with `link` it can be dialled. */
export function Phone({ number, link }: { number: string; link?: boolean }) {
  const text = (
    <bdi dir="ltr" className="tabular">
      {formatPhone(number)}
    </bdi>
  )
  return link && !isMasked(number) ? <a href={`tel:${number}`}>{text}</a> : text
}
