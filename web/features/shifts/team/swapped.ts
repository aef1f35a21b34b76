import { openSwapStates, type ShiftSwap } from '#contract/shifts/swaps.ts'

export const isOpenSwap = ({ state }: ShiftSwap) => openSwapStates.some((one) => one === state)

/** Beginnings of the shifts of a person's day that open requests would swap. */
export const swappedOn = (swaps: readonly ShiftSwap[], userId: string, day: string): string[] =>
  swaps
    .filter(isOpenSwap)
    .flatMap(({ asker, partner, gives, takes }) => [
      ...(asker._id === userId && gives.day === day ? [gives.from] : []),
      ...(partner?._id === userId && takes?.day === day ? [takes.from] : []),
    ])
