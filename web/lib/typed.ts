/** Typed text goes its own way; an empty field goes the interface's way, with its hint and cursor. */
export const directionOfTyped = (text: string) => (text === '' ? undefined : 'auto')
