/** `users`: a text of the users, in its own direction. `phone`: always left to right. */
export type Word = { text: string; is: 'ours' | 'users' | 'phone' }
/** A part of a sentence that can be chosen. */
export type Token<Field extends string = string> = {
  field: Field
  words: readonly Word[]
  /** Nothing is chosen yet. */
  isMissing?: boolean
}
