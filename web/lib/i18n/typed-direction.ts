/** Direction of an input: typed text has its own; an empty field has the interface's, for placeholder and caret. */
export const directionOfTyped = (text: string) => (text === '' ? undefined : 'auto')
