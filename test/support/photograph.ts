/** A JPEG of 24 x 12 pixels, red on the left, blue on the right: shows how it was turned. */
export const PHOTOGRAPH = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//' +
    '2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAMABgDASIAAhEBAxEB/8QA' +
    'FgABAQEAAAAAAAAAAAAAAAAABAAG/8QAGBABAAMBAAAAAAAAAAAAAAAAAAVDgcH/xAAWAQEBAQAAAAAAAAAAAAAAAAAGAAf/xAAcEQABBAMBAAAAAAAA' +
    'AAAAAAAAAQMFgTQ1sbL/2gAMAwEAAhEDEQA/AM+DJ1bw4GTq3igNi3flRnN4LldQAkmkgA//2Q==',
  'base64',
)

/** The same with an Exif block that says how the camera was held (Exif 2.32, tag 0x0112). */
export function photographHeld(orientation: number): Buffer {
  // Little-endian: header, one directory of one entry (SHORT), no further directory.
  const tiff = Buffer.from('49492a0008000000' + '0100' + '1201030001000000' + '00000000' + '00000000', 'hex')
  tiff.writeUInt16LE(orientation, 18)
  const exif = Buffer.concat([Buffer.from('Exif\0\0'), tiff])
  const head = Buffer.from('ffe10000', 'hex')
  head.writeUInt16BE(exif.length + 2, 2)
  return Buffer.concat([PHOTOGRAPH.subarray(0, 2), head, exif, PHOTOGRAPH.subarray(2)])
}
