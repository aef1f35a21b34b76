/** Shift with the physical key, so that typing in a Hebrew layout does not answer. */
export const ANSWER_KEY = 'Shift+KeyA'
export const END_KEY = 'Shift+KeyX'
export const MUTE_KEY = 'Shift+KeyM'
export const NOTE_KEY = 'Shift+KeyN'
