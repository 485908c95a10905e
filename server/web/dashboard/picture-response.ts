/** A picture of a page, of a file whose bytes never change; no content where it cannot be drawn, or not at the moment. */
export function pictureResponse(webp: Uint8Array | null): Response {
  if (!webp) return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } })
  const headers = { 'Cache-Control': 'private, max-age=3600', 'Content-Type': 'image/webp' }
  return new Response(new Uint8Array(webp), { headers })
}
