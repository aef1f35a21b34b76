import { type ComponentType, createContext, useContext } from 'react'

type Place = { businessId: string; leadId: string }
type CommentPictures = {
  /** A picture by the id of its file. */
  Picture: ComponentType<Place & { fileId: string }>
  /** Adds a picture to the files of the lead and returns its id; undefined: it was refused, and the reason was shown. */
  add: (place: Place, picture: File) => Promise<string | undefined>
}

const Pictures = createContext<CommentPictures | undefined>(undefined)
/** Pictures in comments; set by the app, because files are another feature. */
export const CommentPicturesProvider = Pictures.Provider
export const useCommentPictures = () => useContext(Pictures)
