export function reportOf(part: string): string
export function failuresIn(file: string): string
