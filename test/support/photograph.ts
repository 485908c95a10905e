import { exifOf } from './images.ts'

/** A JPEG of 24 x 12 pixels, red on the left, blue on the right: shows how it was turned. */
export const PHOTOGRAPH = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//' +
    '2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAMABgDASIAAhEBAxEB/8QA' +
    'FgABAQEAAAAAAAAAAAAAAAAABAAG/8QAGBABAAMBAAAAAAAAAAAAAAAAAAVDgcH/xAAWAQEBAQAAAAAAAAAAAAAAAAAGAAf/xAAcEQABBAMBAAAAAAAA' +
    'AAAAAAAAAQMFgTQ1sbL/2gAMAwEAAhEDEQA/AM+DJ1bw4GTq3igNi3flRnN4LldQAkmkgA//2Q==',
  'base64',
)

/** The same with an Exif block that says how the camera was held. */
export const photographHeld = (orientation: number): Buffer => exifOf(PHOTOGRAPH, orientation, true)
