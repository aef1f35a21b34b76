import { formatMoney, formatMoneyShort } from '../lib/format.ts'

/** An amount in agorot, ₪ at its left in both languages; a dash where there is none. */
export function Money({ agorot, short }: { agorot: number | null; short?: boolean }) {
  if (agorot === null) return '—'
  return (
    <bdi dir="ltr" className="tabular">
      {short ? formatMoneyShort(agorot) : formatMoney(agorot)}
    </bdi>
  )
}
