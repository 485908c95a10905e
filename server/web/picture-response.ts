/** For a picture that may be gone or different at the next request. */
export const NOT_KEPT = 'private, no-store'
/** For a page of a file whose bytes never change. */
export const KEPT = 'private, max-age=3600'

/** A picture of a page (WebP); no content where it cannot be drawn, or not at the moment. */
export function pictureResponse(webp: Uint8Array | null, cacheControl: string): Response {
  if (!webp) return new Response(null, { status: 204, headers: { 'Cache-Control': NOT_KEPT } })
  return new Response(new Uint8Array(webp), {
    headers: { 'Cache-Control': cacheControl, 'Content-Type': 'image/webp' },
  })
}
