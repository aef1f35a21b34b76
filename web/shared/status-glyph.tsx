import type { StatusType } from '#contract/leads/lead-status.ts'

type Props = {
  type: StatusType
  /** Progress of an Ongoing status: filled part of the ring, 0 to 1. */
  part?: number
  size?: number
}

const CENTRE = 7
const RING = 5.75
const PIE = 3.4

/** Shows the type of a status by shape, not colour. Decorative: the name stands beside it. */
export function StatusGlyph({ type, part = 0.5, size = 14 }: Props) {
  return (
    <svg viewBox="0 0 14 14" width={size} height={size} fill="none" aria-hidden focusable="false">
      <Shape type={type} part={part} />
    </svg>
  )
}

function Shape({ type, part }: { type: StatusType; part: number }) {
  if (type === 'Won' || type === 'Lost')
    return (
      <>
        <circle cx={CENTRE} cy={CENTRE} r={6.5} fill="currentColor" />
        <path
          d={type === 'Won' ? 'M4.2 7.2l1.9 1.9 3.7-4' : 'M5 5l4 4M9 5l-4 4'}
          stroke="var(--sheet)"
          strokeWidth={1.6}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </>
    )
  return (
    <>
      <circle cx={CENTRE} cy={CENTRE} r={RING} stroke="currentColor" strokeWidth={1.75} />
      {type === 'Ongoing' && <path d={sector(part)} fill="currentColor" />}
      {type === 'On hold' && (
        <path d="M5.6 4.8v4.4M8.4 4.8v4.4" stroke="currentColor" strokeWidth={1.5} strokeLinecap="round" />
      )}
    </>
  )
}

/** A slice from twelve o'clock, clockwise in both writing directions. */
function sector(part: number) {
  const angle = 2 * Math.PI * Math.min(Math.max(part, 0.05), 0.95)
  const x = CENTRE + PIE * Math.sin(angle)
  const y = CENTRE - PIE * Math.cos(angle)
  const large = part > 0.5 ? 1 : 0
  return `M${CENTRE} ${CENTRE}V${CENTRE - PIE}A${PIE} ${PIE} 0 ${large} 1 ${x.toFixed(2)} ${y.toFixed(2)}Z`
}

/** ¼, ½, ¾, ⅞ by the index among the Ongoing statuses. */
export const partOf = (index: number) => [0.25, 0.5, 0.75, 0.875][Math.min(index, 3)] ?? 0.5
