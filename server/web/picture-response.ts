/** For a picture that may be gone or different at the next request. */
export const NOT_KEPT = 'private, no-store'
/** For a page of a file whose bytes never change. */
export const KEPT = 'private, max-age=3600'

/** The first byte of a PNG. */
const PNG = 0x89

/** A picture of a page (PNG or WebP); no content where it cannot be drawn, or not at the moment. */
export function pictureResponse(picture: Uint8Array | null, cacheControl: string): Response {
  if (!picture) return new Response(null, { status: 204, headers: { 'Cache-Control': NOT_KEPT } })
  return new Response(new Uint8Array(picture), {
    headers: { 'Cache-Control': cacheControl, 'Content-Type': picture[0] === PNG ? 'image/png' : 'image/webp' },
  })
}
