export function reportOf(part: string): string
export function failuresIn(file: string): string
export function secondsIn(file: string): { name: string; seconds: number }[]
