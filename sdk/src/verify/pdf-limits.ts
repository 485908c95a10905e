const MiB = 1024 * 1024

/**
 * Limits of the reader per PDF. The engine that accepts an upload and the verifier of the sealed file use the same
 * limits, so that neither accepts what the other rejects.
 */
export const READER_LIMITS = {
  /** Decoded bytes of one stream that must be read: content, object, xref, CMap. Image data is never decoded. */
  streamBytes: 64 * MiB,
  /** Decoded bytes of all such streams of a document together. */
  documentBytes: 512 * MiB,
  /** Bytes searched for a lost `endstream`, all streams together. */
  searchedBytes: 1024 * MiB,
  /** Nesting of arrays and dictionaries in one object. */
  objectDepth: 200,
  /** Object numbers (PDF 1.7 annex C names 8,388,607). */
  objectNumber: 8_388_607,
  xrefSections: 640,
  /** Nodes visited in a tree of form fields: what an upload may have, and room for the fields of our seals. */
  formFields: 251_000,
} as const
