export function listTests(): string[]
export function selectTests(words: string[], tests?: string[]): Map<string, string[]>
export function selectChanged(changed?: string[], tests?: string[]): Map<string, string[]>
