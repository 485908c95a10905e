/**
 * What reading one document for people may cost: counted, so that the result does not depend on the load. Beyond any of
 * these there is no picture, and the browser draws the page alone.
 */
export const VIEW_LIMITS = {
  /** Of the picture, which a phone loads before anything else. */
  pictureBytes: 48 * 1024,
  pictureWidth: 800,
  picturePixels: 1_600_000,
  /** What takes longer to be drawn has no picture. */
  drawingMs: 2_000,
  /** Fields of a form that is drawn. */
  drawnFields: 3_000,
  /** An image of more pixels is left out. */
  imagePixels: 40_000_000,
  /** Pieces of text (an operator's, at most) of a page and of a document: what is beyond is not read. */
  pagePieces: 50_000,
  documentPieces: 1_000_000,
  /** Of the text of a document, in JSON. */
  textBytes: 8 * 1024 * 1024,
} as const
