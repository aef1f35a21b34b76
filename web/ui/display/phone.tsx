import { isMasked } from '#contract/values/masks.ts'
import { formatPhone } from '#contract/values/phones.ts'

/** A formatted phone number, always left to right; with `link` as a tel: link. */
export function Phone({ number, link }: { number: string; link?: boolean }) {
  const text = (
    <bdi dir="ltr" className="tabular">
      {formatPhone(number)}
    </bdi>
  )
  return link && !isMasked(number) ? <a href={`tel:${number}`}>{text}</a> : text
}
