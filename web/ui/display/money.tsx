import { formatMoney, formatMoneyShort } from '../../lib/i18n/format.ts'

/** An amount in agorot, with ₪ on the left in both languages; a dash for null. */
export function Money({ agorot, short }: { agorot: number | null; short?: boolean }) {
  if (agorot === null) return '—'
  return (
    <bdi dir="ltr" className="tabular">
      {short ? formatMoneyShort(agorot) : formatMoney(agorot)}
    </bdi>
  )
}
